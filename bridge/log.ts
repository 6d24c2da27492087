/** Where the bridge reports. Never given content, keys or addresses. */
export type BridgeLog = (
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown>,
) => void;

/** One JSON object a line. */
export const logToConsole: BridgeLog = (level, message, fields) => {
  console.log(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
};
