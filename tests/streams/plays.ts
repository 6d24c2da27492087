// How a backend can be made to speak.
import { type BackendConnection, delta, DONE, finish, type Script } from "../scripted_backend.ts";

export const FALLBACK = "Away.";

export interface Stream {
  name: string;
  play: Script;
  /** The whole final text, or what it must look like. */
  text: string | RegExp;
  reason: "stop" | "length" | "error" | "unavailable";
  /** How many calls the breaker counts as failures. */
  failures?: number;
  /** How many calls are made (1). */
  calls?: number;
  /** Nothing is wrong with the stream: any reader must read the same text from it. */
  healthy?: boolean;
}

export const bytes = (text: string) => new TextEncoder().encode(text);
export const never = (connection: BackendConnection) => connection.untilLeft();

/** Plays the whole body in pieces of `size` bytes. */
export function inPieces(body: string | Uint8Array, size: number): Script {
  return async (connection) => {
    await connection.head();
    const all = typeof body === "string" ? bytes(body) : body;
    for (let at = 0; at < all.length; at += size) {
      await connection.bytes(all.subarray(at, at + size));
      // Lets each piece travel by itself.
      if (size > 4) await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
export const whole = (body: string): Script => inPieces(body, body.length * 4);

export function refuse(status: string, headers: Record<string, string> = {}, body = "{}"): Script {
  return async (connection) => {
    await connection.head(status, { "content-type": "application/json", ...headers });
    await connection.text(body);
  };
}

/** The first `times` calls go wrong, the next one answers. */
export function recovering(wrong: Script, times = 1): Script {
  return async (connection, request) => {
    if (request.count <= times) return await wrong(connection, request);
    await whole(delta("Back.") + DONE)(connection, request);
  };
}

export const WORDS = "Fünf Jäger 漢字 🚀 fahren\n\n- nach Zürich\n";
export const body = [...WORDS].map((character) => delta(character)).join("") + finish() + DONE;
export const long = "All work and no play makes a long answer, line after line.\n".repeat(3_500);
export const INTERRUPTED = /^Half\n\n_\(The answer was interrupted: .+\.\)_$/;
