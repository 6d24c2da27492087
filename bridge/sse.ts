export interface ServerSentEvent {
  event: string;
  data: string;
}

/** A line longer than this is not a delta but a backend gone wrong. */
export const MAX_LINE = 10 * 1024 * 1024;

/**
 * Reads server-sent events from bytes as they arrive, however they are cut. Unlike a browser it keeps an event
 * whose closing blank line is missing, because backends end their streams so.
 */
export class SseParser {
  readonly #decoder = new TextDecoder();
  readonly #maxLine: number;
  // The unfinished line in pieces: joining at each byte would make a long line quadratic.
  #pieces: string[] = [];
  #pieceLength = 0;
  #afterCarriageReturn = false;
  #event = "";
  #data: string[] | null = null;

  constructor(maxLine = MAX_LINE) {
    this.#maxLine = maxLine;
  }

  push(bytes: Uint8Array): ServerSentEvent[] {
    return this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The stream is over: hands out what is still unfinished. */
  end(): ServerSentEvent[] {
    const events = this.#read(this.#decoder.decode());
    if (this.#pieceLength > 0) this.#line(this.#takeLine(), events);
    this.#line("", events);
    return events;
  }

  #read(text: string): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    let start = 0;
    if (this.#afterCarriageReturn && text.length > 0) {
      // CRLF may be cut in two; its LF ends no second line.
      if (text[0] === "\n") start = 1;
      this.#afterCarriageReturn = false;
    }
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== 10 && code !== 13) continue;
      this.#keep(text.slice(start, at));
      this.#line(this.#takeLine(), events);
      if (code === 13) {
        if (at + 1 === text.length) this.#afterCarriageReturn = true;
        else if (text.charCodeAt(at + 1) === 10) at++;
      }
      start = at + 1;
    }
    this.#keep(text.slice(start));
    return events;
  }

  #keep(piece: string) {
    if (piece === "") return;
    this.#pieceLength += piece.length;
    if (this.#pieceLength > this.#maxLine) {
      throw new RangeError(`Cannot read the stream: a line is longer than ${this.#maxLine} bytes`);
    }
    this.#pieces.push(piece);
  }

  #takeLine(): string {
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : this.#pieces.join("");
    this.#pieces = [];
    this.#pieceLength = 0;
    return line;
  }

  #line(line: string, events: ServerSentEvent[]) {
    if (line === "") {
      if (this.#data) {
        events.push({ event: this.#event || "message", data: this.#data.join("\n") });
      }
      this.#data = null;
      this.#event = "";
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value.startsWith(" ")) value = value.slice(1);
    if (field === "data") (this.#data ??= []).push(value);
    else if (field === "event") this.#event = value;
  }
}
