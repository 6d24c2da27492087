// Joins a snapshot of a growing text with the pieces that follow it.

export interface LiveText {
  text: string;
  /** UTF-8 bytes of the text, the unit of the offsets. */
  length: number;
}

export interface Piece {
  offset: number;
  delta: string;
  length: number;
}

const encoder = new TextEncoder();

export function liveText(text: string): LiveText {
  return { text, length: encoder.encode(text).length };
}

/** The text with the piece in its place, or null when something between them is missing. */
export function joinPiece(live: LiveText, piece: Piece): LiveText | null {
  // A piece from the start is the whole text: what was there may have been replaced.
  if (piece.offset === 0) {
    const whole = liveText(piece.delta);
    return whole.length === piece.length ? whole : null;
  }
  if (piece.offset > live.length) return null;
  const bytes = encoder.encode(piece.delta);
  const known = live.length - piece.offset;
  if (known >= bytes.length) return piece.length === live.length ? live : null;
  // The snapshot may already hold the beginning of the piece.
  const fresh = known === 0 ? piece.delta : new TextDecoder().decode(bytes.subarray(known));
  const length = live.length + bytes.length - known;
  return length === piece.length ? { text: live.text + fresh, length } : null;
}
