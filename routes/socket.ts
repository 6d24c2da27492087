// One WebSocket with its queue in our own hands: the platform lets a peer that stops reading grow memory without bound,
// and ends the process for anything thrown in a handler.
import type { Context } from "../chat/context.ts";

export const MAX_QUEUED_BYTES = 1024 * 1024;
export const TOO_SLOW = 4009;
export const PROTOCOL_ERROR = 4002;
const MAX_FRAME = 64 * 1024;
const MAX_BAD_FRAMES = 10;
const FRAMES_PER_SECOND = 1_000;
const FRAMES_AT_ONCE = 5_000;

export interface SocketHandlers {
  onOpen(): void;
  onFrame(frame: unknown): void;
  onClose(): void;
}

export class Socket {
  #closed = false;
  #badFrames = 0;
  #allowance = FRAMES_AT_ONCE;
  #refilledAt: number;
  #stuckAt = 0;
  #stuckBeats = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly context: Context,
    private readonly handlers: SocketHandlers,
  ) {
    this.#refilledAt = performance.now();
    socket.onopen = () => this.#guard(() => handlers.onOpen());
    socket.onmessage = ({ data }) => this.#guard(() => this.#receive(data));
    socket.onclose = () => this.#gone();
    // An error is always followed by a close.
    socket.onerror = () => {};
  }

  get isOpen(): boolean {
    return !this.#closed && this.socket.readyState === WebSocket.OPEN;
  }
  get queuedBytes(): number {
    return this.socket.bufferedAmount;
  }

  /** Sends a frame; a peer that reads too slowly is closed instead. */
  send(text: string): boolean {
    if (!this.isOpen) return false;
    if (this.socket.bufferedAmount + text.length > MAX_QUEUED_BYTES) {
      this.close(TOO_SLOW, "Too slow: read faster and resume");
      return false;
    }
    this.socket.send(text);
    return true;
  }

  sendFrame(frame: unknown): boolean {
    return this.send(JSON.stringify(frame));
  }

  /** Once a heartbeat: a peer that has read nothing for two of them is given up. */
  beat(): void {
    const queued = this.socket.bufferedAmount;
    this.#stuckBeats = queued > 0 && queued >= this.#stuckAt ? this.#stuckBeats + 1 : 0;
    this.#stuckAt = queued;
    if (this.#stuckBeats >= 2) this.close(TOO_SLOW, "Nothing was read for two heartbeats: resume");
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.#gone();
    try {
      this.socket.close(code, reason);
    } catch {
      // It was closing already.
    }
  }

  /** Closes it, and resolves when the peer has answered or is gone. */
  end(code: number, reason: string): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.socket.addEventListener("close", () => resolve(), { once: true });
    this.close(code, reason);
    return promise;
  }

  refuseFrame(message: string): void {
    this.sendFrame({ type: "error", error: "bad_frame", message });
    if (++this.#badFrames >= MAX_BAD_FRAMES) {
      this.close(PROTOCOL_ERROR, "Too many bad frames");
    }
  }

  #receive(data: unknown): void {
    if (this.#closed) return;
    if (sizeOf(data) > MAX_FRAME) {
      return this.close(PROTOCOL_ERROR, `A frame has at most ${MAX_FRAME} bytes`);
    }
    if (!this.#allow()) return this.close(PROTOCOL_ERROR, "Too many frames a second");
    if (typeof data !== "string") {
      return this.refuseFrame("Frames are JSON text; this one was binary");
    }
    let frame: unknown;
    try {
      frame = JSON.parse(data);
    } catch {
      return this.refuseFrame("The frame is not valid JSON; send one JSON object");
    }
    this.handlers.onFrame(frame);
  }

  #allow(): boolean {
    const now = performance.now();
    const refill = (now - this.#refilledAt) / 1000 * FRAMES_PER_SECOND;
    this.#allowance = Math.min(FRAMES_AT_ONCE, this.#allowance + refill) - 1;
    this.#refilledAt = now;
    return this.#allowance >= 0;
  }

  // The platform may report a close twice.
  #gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#guard(() => this.handlers.onClose());
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.context.report(error);
      this.close(1011, "Internal error: resume");
    }
  }
}

function sizeOf(data: unknown): number {
  if (typeof data === "string") return data.length;
  return data instanceof Blob ? data.size : (data as ArrayBuffer).byteLength;
}
