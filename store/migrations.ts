// Which schema the data has, and the numbered steps from each to the next. A step may be cut off by a crash at any point
// and is then run again, so a step must come to the same end from wherever it stopped.
import { HEAD, SCHEMA, TABLES } from "./keys.ts";

export interface Step {
  /** What it does, in a few words, for the log. */
  name: string;
  run(kv: Deno.Kv): Promise<void>;
}

/** Step i leads from schema i + 1 to schema i + 2. */
export const STEPS: readonly Step[] = [];

/** Stands in the place of the schema until an import has ended. */
export const UNFINISHED_IMPORT = 0;

/** The data is what an import wrote before it was cut off. */
export class ImportUnfinished extends Error {
  override name = "ImportUnfinished";

  constructor() {
    super(
      "Cannot open the data: an import into it was cut off; remove it, and import again from the beginning",
    );
  }
}

/** The data was written by a later version of the program. */
export class SchemaTooNew extends Error {
  constructor(readonly found: number, readonly known: number) {
    super(
      `Cannot open the data: it has schema ${found} and this version of Parley knows up to ${known}; ` +
        `start the version that wrote it, or restore a backup made before`,
    );
    this.name = "SchemaTooNew";
  }
}

export async function readSchema(kv: Deno.Kv): Promise<number | null> {
  return (await kv.get<number>(SCHEMA)).value;
}

async function isEmpty(kv: Deno.Kv): Promise<boolean> {
  if ((await kv.get(HEAD)).value !== null) return false;
  for await (const _ of kv.list({ prefix: TABLES }, { limit: 1 })) return false;
  return true;
}

/** Brings the data to the newest schema, or refuses it. Says which steps it ran. */
export async function migrate(kv: Deno.Kv, steps: readonly Step[] = STEPS): Promise<string[]> {
  const newest = steps.length + 1;
  const ran: string[] = [];
  for (;;) {
    const { value, versionstamp } = await kv.get<number>(SCHEMA);
    if (value !== null && value > newest) throw new SchemaTooNew(value, newest);
    if (value === UNFINISHED_IMPORT) throw new ImportUnfinished();
    if (value === newest) return ran;
    // Data without a number is from before there were numbers: schema 1.
    const from = value ?? (await isEmpty(kv) ? newest : 1);
    const step = steps[from - 1];
    if (step !== undefined) await step.run(kv);
    const to = step === undefined ? from : from + 1;
    // Where several processes share a store, whoever comes second finds the number changed and looks again.
    const { ok } = await kv.atomic().check({ key: SCHEMA, versionstamp }).set(SCHEMA, to).commit();
    if (ok && step !== undefined) ran.push(step.name);
  }
}
