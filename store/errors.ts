// What the store can say no to. Refusals of the rules are chat's; these are of the store itself.

export class DataFolderInUse extends Error {
  constructor(readonly folder: string) {
    super(
      `Cannot open the data folder ${folder}: another Parley process owns it; stop that one, ` +
        `choose another folder with PARLEY_DATA, or share one store through KV Connect`,
    );
    this.name = "DataFolderInUse";
  }
}

/** The store is not where the settings say, or cannot be used there. */
export class DataUnusable extends Error {
  override name = "DataUnusable";
}

/** The writer's queue is full: nothing was written. */
export class QueueFull extends Error {
  constructor(readonly limit: number) {
    super(`Cannot queue the write: ${limit} writes are waiting already`);
    this.name = "QueueFull";
  }
}

/** A record that no value of the store can hold. */
export class RowTooLarge extends Error {
  constructor(readonly bytes: number, readonly limit: number) {
    super(`Cannot store the row: it has ${bytes} bytes, the limit is ${limit}`);
    this.name = "RowTooLarge";
  }
}

/** A write that no commit of the store can hold: nothing of it was written. */
export class ChangeTooLarge extends Error {
  constructor(readonly writes: number, readonly bytes: number) {
    super(`Cannot commit the change: it writes ${writes} rows with about ${bytes} bytes at once`);
    this.name = "ChangeTooLarge";
  }
}
