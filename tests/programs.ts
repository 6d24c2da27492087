// Programs that are not part of Deno, and where they are.

/** The path of an installed program, or null. */
export function programPath(name: string, ...folders: string[]): string | null {
  for (const folder of [...(Deno.env.get("PATH") ?? "").split(":"), ...folders]) {
    try {
      if (Deno.statSync(`${folder}/${name}`).isFile) return `${folder}/${name}`;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
