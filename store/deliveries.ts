// The last hundred calls of each webhook and bot: when, from where, and how they ended; never what they said.
import { deliveriesRow } from "./keys.ts";

export interface DeliveryRecord {
  at: number;
  address: string | null;
  status: number;
  error: string | null;
  messageId: number | null;
}

const KEPT = 100;
const SAVED_AT_ONCE = 20;

export class Deliveries {
  #unsaved = new Map<string, DeliveryRecord[]>();

  constructor(private readonly reader: Deno.Kv, private readonly writer: Deno.Kv) {}

  record(ownerId: string, delivery: DeliveryRecord): void {
    const records = this.#unsaved.get(ownerId);
    if (records === undefined) this.#unsaved.set(ownerId, [delivery]);
    else if (records.push(delivery) > 2 * KEPT) records.splice(0, KEPT);
  }

  /** The newest first. */
  async list(ownerId: string): Promise<DeliveryRecord[]> {
    const unsaved = [...this.#unsaved.get(ownerId) ?? []];
    const { value } = await this.reader.get<DeliveryRecord[]>(deliveriesRow(ownerId));
    return [...value ?? [], ...unsaved].sort((a, b) => a.at - b.at).slice(-KEPT).reverse();
  }

  async save(): Promise<void> {
    const unsaved = this.#unsaved;
    this.#unsaved = new Map();
    const owners = [...unsaved.keys()];
    for (let at = 0; at < owners.length; at += SAVED_AT_ONCE) {
      const commit = this.writer.atomic();
      for (const owner of owners.slice(at, at + SAVED_AT_ONCE)) {
        const key = deliveriesRow(owner);
        const { value } = await this.reader.get<DeliveryRecord[]>(key);
        const records = [...value ?? [], ...unsaved.get(owner)!].sort((a, b) => a.at - b.at);
        commit.set(key, records.slice(-KEPT));
      }
      await commit.commit();
    }
  }
}
