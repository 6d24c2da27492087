import { proxyTest } from "./checks.ts";
import { nginx } from "./nginx.ts";

proxyTest(nginx);
