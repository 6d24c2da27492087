// A log row on disk: the length of a JSON head, the head, then the content as UTF-8 bytes. The content stands outside the
// JSON because escapes would let a legal reply of 60,000 bytes outgrow a value of the store, 65,536 bytes.
import type { Entry, MessageEntry } from "./entries.ts";

export const MAX_ROW_BYTES = 65_400;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeEntry(entry: Entry): Uint8Array {
  const isMessage = entry.kind === "message";
  // Written once a post, so by spread and not by a replacer.
  const head = isMessage
    ? JSON.stringify({ ...entry, content: undefined })
    : JSON.stringify(entry.kind === "final" ? { ...entry, message: undefined } : entry);
  const text = isMessage ? entry.content : "";
  const bytes = new Uint8Array(4 + head.length * 3 + text.length * 3);
  const headLength = encoder.encodeInto(head, bytes.subarray(4)).written;
  new DataView(bytes.buffer).setUint32(0, headLength);
  const textLength = text === ""
    ? 0
    : encoder.encodeInto(text, bytes.subarray(4 + headLength)).written;
  return bytes.slice(0, 4 + headLength + textLength);
}

export function decodeEntry(bytes: Uint8Array): Entry {
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const entry = JSON.parse(decoder.decode(bytes.subarray(4, 4 + headLength))) as Entry;
  if (entry.kind === "message") {
    (entry as MessageEntry).content = decoder.decode(bytes.subarray(4 + headLength));
  }
  return entry;
}
