export type ConnectionEnd =
  | { action: "resume" | "wait"; message: string }
  | { action: "stop"; code: number; message: string };

/** One way of hearing events, until it ends. */
export interface Connection {
  ack(seq: number): void;
  ended: Promise<ConnectionEnd>;
}
