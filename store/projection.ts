// What is derived from the log and laid down in the background, all up to one mark.

export type Write = { key: Deno.KvKey; value: unknown; expireIn?: number };

export interface Projection {
  /** Sets apart what is to be laid down; called between two commits. */
  stage(): void;
  /** The writes that lay down what was set apart. */
  lay(): Promise<Write[]> | Write[];
  /** Told whether those writes are in the store. */
  settle(laid: boolean): void;
  /** Another process has laid down all up to the mark. */
  forget(mark: number): void;
}
