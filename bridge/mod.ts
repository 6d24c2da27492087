// Connects bots to agents behind OpenAI-compatible endpoints, through nothing but the bots' public interfaces.
export { type Bridge, type BridgeOptions, startBridge } from "./start.ts";
export {
  type AgentConfig,
  type BridgeConfig,
  type BridgeFileConfig,
  bridgeSchema,
  checkBridgeSection,
  parseBridgeConfig,
  parseBridgeSection,
} from "./config.ts";
export { ConfigError } from "./yaml_source.ts";
export type { BridgeLog } from "./log.ts";
