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
    const owners = [...this.#unsaved.keys()];
    for (let at = 0; at < owners.length; at += SAVED_AT_ONCE) {
      const part = owners.slice(at, at + SAVED_AT_ONCE).map((owner) => {
        const records = this.#unsaved.get(owner)!;
        this.#unsaved.delete(owner);
        return [owner, records] as const;
      });
      try {
        // Checked: another process may have saved the same owner's.
        while (!await this.#commit(part));
      } catch (error) {
        for (const [owner, records] of part) {
          this.#unsaved.set(owner, [...records, ...this.#unsaved.get(owner) ?? []].slice(-KEPT));
        }
        throw error;
      }
    }
  }

  async #commit(part: readonly (readonly [string, DeliveryRecord[]])[]): Promise<boolean> {
    const commit = this.writer.atomic();
    for (const [owner, unsaved] of part) {
      const row = await this.reader.get<DeliveryRecord[]>(deliveriesRow(owner));
      const records = [...row.value ?? [], ...unsaved].sort((a, b) => a.at - b.at);
      commit.check(row).set(row.key, records.slice(-KEPT));
    }
    return (await commit.commit()).ok;
  }
}
