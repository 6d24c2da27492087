import { join } from "node:path";
import { startProcess } from "../process.ts";
import { adapted, type Proxy } from "./proxy.ts";

export const caddy: Proxy = {
  program: "caddy",
  logs: [],
  async start({ port, servicePort, folder }) {
    const example = await adapted("packaging/caddy/Caddyfile", [
      ["127.0.0.1:8080", `127.0.0.1:${servicePort}`],
      ["\n{\n", "\n{\n\tadmin off\n\tauto_https off\n"],
      [
        "chat.example.com {",
        `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      ],
    ]);
    await Deno.writeTextFile(join(folder, "Caddyfile"), example);
    return await startProcess({
      command: "caddy",
      args: ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")],
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ready: /(serving initial configuration)/,
    });
  },
};
