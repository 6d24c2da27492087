import { proxyTest } from "./checks.ts";
import { caddy } from "./caddy.ts";

proxyTest(caddy);
