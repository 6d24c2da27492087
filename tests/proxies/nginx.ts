import { join } from "node:path";
import { freePort } from "../ports.ts";
import { startProcess } from "../process.ts";
import { adapted, type Proxy } from "./proxy.ts";

/** What /etc/nginx/nginx.conf is where nginx is installed as a package. */
const around = (folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/parley.conf;
}
`;

export const nginx: Proxy = {
  program: "nginx",
  logs: ["parley.log", "parley_error.log"],
  async start({ port, servicePort, folder }) {
    const example = await adapted("packaging/nginx/parley.conf", [
      ["127.0.0.1:8080", `127.0.0.1:${servicePort}`],
      // Not every machine that runs this has IPv6.
      ["    listen [::]:443 ssl http2;\n", ""],
      ["    listen [::]:80;\n", ""],
      ["listen 443 ", `listen ${port} `],
      ["listen 80;", `listen ${freePort()};`],
      ["chat.example.com;", "localhost;"],
      ["/etc/letsencrypt/live/chat.example.com/fullchain.pem", join(folder, "cert.pem")],
      ["/etc/letsencrypt/live/chat.example.com/privkey.pem", join(folder, "key.pem")],
      ["/var/log/nginx/", `${folder}/`],
    ]);
    await Deno.writeTextFile(join(folder, "parley.conf"), example);
    await Deno.writeTextFile(join(folder, "nginx.conf"), around(folder));
    return await startProcess({
      command: "nginx",
      args: ["-p", folder, "-c", join(folder, "nginx.conf")],
      ready: /(start worker process) /,
    });
  },
};
