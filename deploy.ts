// The entry for Deno Deploy: the platform gives the store, the listener and the address; there is no file system, and any
// number of isolates run at once.
import { createApp } from "./app.ts";
import { prepareOwner } from "./chat/setup.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { newLog } from "./log.ts";
import { drain, openContext } from "./serve.ts";

const config = loadConfig({
  env: Deno.env.toObject(),
  readFile() {
    throw new ConfigError(
      "Cannot read a file here: unset PARLEY_CONFIG and set each setting itself",
    );
  },
});
if (config.bridge !== null) {
  throw new ConfigError(
    "Cannot use PARLEY_BRIDGE here: an isolate ends when nobody calls it; run `parley bridge` elsewhere",
  );
}

const log = newLog({ level: config.log_level, secrets: [config.owner_token] });
// The platform routes only its own host names here, so that the first request may say where this is.
const listener = { baseUrl: "" };
const context = await openContext(config, null, log, listener);
const app = createApp(context);
// Each isolate would print a set-up link that ends the last one's.
if (config.owner_token !== null) await prepareOwner(context);
else log.warn("Nobody can set this up: set PARLEY_OWNER_TOKEN, the owner's access token");
app.sweeper.start();
await app.sweeper.sweep();

const server = Deno.serve((request, info) => {
  listener.baseUrl ||= new URL(request.url).origin;
  return app.handle(request, info.remoteAddr.hostname);
});

// The platform asks with SIGINT and waits 5 s.
Deno.addSignalListener("SIGINT", async () => {
  await drain(app, server);
  await context.store.close();
  Deno.exit(0);
});
