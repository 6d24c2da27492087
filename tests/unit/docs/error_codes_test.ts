import assert from "node:assert/strict";
import { ERROR_CODES, statusOf } from "../../../chat/errors.ts";

Deno.test("the page of troubleshooting tells every code that the service can answer, with its status", async () => {
  const page = await Deno.readTextFile(
    new URL("../../../docs/troubleshooting.md", import.meta.url),
  );
  const told = new Map(
    [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map((
      [, code, status],
    ) => [code!, Number(status)]),
  );
  assert.deepEqual([...told.keys()].sort(), [...ERROR_CODES].sort());
  for (const code of ERROR_CODES) assert.equal(told.get(code), statusOf(code), code);
});
