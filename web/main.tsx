import { render } from "preact";
import { App } from "./app.tsx";
import { followAddress } from "./route.ts";
import "./stores/announcer.ts";
import { watchNotices } from "./stores/desktop_notices.ts";
import "./stores/prefs.ts";
import { loadSession } from "./stores/session.ts";
import { watchNetwork } from "./stores/stream.ts";

followAddress();
watchNetwork();
watchNotices();
render(<App />, document.getElementById("app")!);
loadSession();
