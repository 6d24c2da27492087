// Records as people read them: a table for many, a line a field for one.
import { type Io, paint, printable } from "./io.ts";

type Fields = Record<string, unknown>;

/** The value at `actor.username`, as one line of text. */
function cell(record: Fields, path: string): string {
  let value: unknown = record;
  for (const name of path.split(".")) value = (value as Fields | null | undefined)?.[name];
  if (value === null || value === undefined) return "-";
  return printable(typeof value === "object" ? JSON.stringify(value) : String(value))
    .replaceAll("\n", " ");
}

export function tableLines(
  records: readonly Fields[],
  columns: readonly string[],
  io: Pick<Io, "colors">,
): string[] {
  const rows = records.map((record) => columns.map((column) => cell(record, column)));
  const heads = columns.map((column) => column.toUpperCase());
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...rows.map((row) => row[i]!.length))
  );
  const line = (cells: readonly string[]) =>
    cells.map((text, i) => i === cells.length - 1 ? text : text.padEnd(widths[i]!)).join("  ");
  return [paint(io, "bold", line(heads)), ...rows.map(line)];
}

export function recordLines(record: Fields, io: Pick<Io, "colors">): string[] {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.keys(record).map((name) =>
    `${paint(io, "dim", name.padEnd(width))}  ${cell(record, name)}`
  );
}
