// What a command has begun and not ended must not stay behind, nor when Ctrl-C ends it.
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM"];
/** What shells report of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Does the work, and takes the paths away if it fails or is interrupted. */
export async function removedUnlessDone<T>(
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const remove = () => {
    for (const path of paths) {
      try {
        Deno.removeSync(path, { recursive: true });
      } catch {
        // It may never have been made.
      }
    }
  };
  const onSignal = () => {
    remove();
    Deno.exit(INTERRUPTED);
  };
  for (const signal of SIGNALS) Deno.addSignalListener(signal, onSignal);
  try {
    return await work();
  } catch (error) {
    remove();
    throw error;
  } finally {
    for (const signal of SIGNALS) Deno.removeSignalListener(signal, onSignal);
  }
}
