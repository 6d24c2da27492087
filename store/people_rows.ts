// Rows that belong to one person alone: the password's hash, and how far each chat is read.
import { passwordRow, readMarkerRow, readMarkersOf } from "./keys.ts";
import type { Mutation } from "./batch.ts";

export interface ReadMark {
  userId: string;
  chatId: number;
  messageId: number;
}

export class PeopleRows {
  /** Told of each marker that moved in this process. */
  onRead: (mark: ReadMark) => void = () => {};

  constructor(private readonly reader: Deno.Kv, private readonly writer: Deno.Kv) {}

  async password(userId: string): Promise<string | null> {
    return (await this.reader.get<string>(passwordRow(userId))).value;
  }

  /** The write of a password, to ride in the commit that needs it. */
  passwordWrite(userId: string, hash: string): Mutation {
    return { key: passwordRow(userId), value: hash };
  }

  /** The write of a marker for who has just joined: what was said before is not unread. */
  readMarkerWrite(userId: string, chatId: number, messageId: number): Mutation {
    return { key: readMarkerRow(userId, chatId), value: messageId };
  }

  async readMarkers(userId: string): Promise<Map<number, number>> {
    const markers = new Map<number, number>();
    const rows = this.reader.list<number>({ prefix: readMarkersOf(userId) }, { batchSize: 500 });
    for await (const { key, value } of rows) markers.set(key[2] as number, value);
    return markers;
  }

  /** Moves the marker forward, never back. */
  async markRead(userId: string, chatId: number, messageId: number): Promise<number> {
    const key = readMarkerRow(userId, chatId);
    for (;;) {
      const { value, versionstamp } = await this.reader.get<number>(key);
      if (value !== null && value >= messageId) return value;
      const commit = this.writer.atomic().check({ key, versionstamp }).set(key, messageId);
      if (!(await commit.commit()).ok) continue;
      this.onRead({ userId, chatId, messageId });
      return messageId;
    }
  }
}
