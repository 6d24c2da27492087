// Makes a browser's screenshot smaller without changing a pixel.
import { Buffer } from "node:buffer";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const HEAD = 8;

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

interface Png {
  chunks: { type: string; data: Uint8Array }[];
  pixels: Uint8Array;
}

function read(png: Uint8Array): Png {
  const view = new DataView(png.buffer, png.byteOffset);
  const chunks: Png["chunks"] = [];
  for (let at = HEAD; at < png.length;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(png.subarray(at + 4, at + 8));
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  return { chunks, pixels: inflateSync(Buffer.concat(packed)) };
}

export function recompress(png: Uint8Array): Uint8Array {
  const { chunks, pixels } = read(png);
  const parts = [png.subarray(0, HEAD)];
  for (const { type, data } of chunks.filter(({ type }) => type !== "IDAT")) {
    if (type === "IEND") parts.push(chunk("IDAT", deflateSync(pixels, { level: 9, memLevel: 9 })));
    parts.push(chunk(type, data));
  }
  const smaller = Buffer.concat(parts);
  return smaller.length < png.length ? smaller : png;
}
