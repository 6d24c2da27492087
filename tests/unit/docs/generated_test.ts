import assert from "node:assert/strict";
import { parse } from "yaml";
import { SETTING_NAMES } from "../../../config.ts";
import { GENERATED } from "../../../docs/generate.ts";

for (const [file, make] of Object.entries(GENERATED)) {
  Deno.test(`docs/${file} is what deno task docs makes of the program`, async () => {
    const written = await Deno.readTextFile(new URL(`../../../docs/${file}`, import.meta.url));
    assert.equal(written, make(), "run: deno task docs");
  });
}

Deno.test("the page of settings tells every one", () => {
  const page = GENERATED["configuration.md"]!();
  for (const name of SETTING_NAMES) assert(page.includes(`### \`${name}\``), name);
});

Deno.test("every reference of the streams' description leads somewhere", () => {
  const page = parse(GENERATED["asyncapi.yaml"]!());
  const follow = (path: string, from: unknown) =>
    path.split("/").slice(1).reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)?.[name],
      from,
    );
  const check = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(check);
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === "$ref") assert(follow(inner as string, page) !== undefined, String(inner));
      else check(inner);
    }
  };
  check(page);
  assert(Object.keys(page.channels.bot.messages).length > 8);
});
