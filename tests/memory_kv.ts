/** A store in memory for as long as the test runs. */
export async function withKv(run: (kv: Deno.Kv) => Promise<void> | void): Promise<void> {
  const kv = await Deno.openKv(":memory:");
  try {
    await run(kv);
  } finally {
    kv.close();
  }
}
