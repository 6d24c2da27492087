import { render } from "preact";
import { App } from "./app.tsx";
import { followAddress } from "./route.ts";
import "./stores/announcer.ts";
import "./stores/prefs.ts";
import { loadSession } from "./stores/session.ts";
import { watchNetwork } from "./stores/stream.ts";

followAddress();
watchNetwork();
render(<App />, document.getElementById("app")!);
loadSession();
