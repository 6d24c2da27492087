import assert from "node:assert/strict";
import { hashPassword, isPassword, PASSWORD_COST } from "../../../chat/passwords.ts";

const COST = 4;

Deno.test("a password fits its own hash and no other", async () => {
  const hash = await hashPassword("correct horse", COST);
  assert.equal(await isPassword("correct horse", hash, COST), true);
  assert.equal(await isPassword("correct horsf", hash, COST), false);
  assert.equal(await isPassword("", hash, COST), false);
  assert.notEqual(await hashPassword("correct horse", COST), hash);
});

Deno.test("a hash names its cost, so that a later cost leaves older passwords valid", async () => {
  const hash = await hashPassword("correct horse", COST);
  assert.match(hash, /^scrypt\$4\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
  assert.equal(await isPassword("correct horse", hash, COST + 1), true);
  assert.equal(PASSWORD_COST, 17);
});

Deno.test("one password typed on two keyboards is one password", async () => {
  const hash = await hashPassword("caf\u00e9 terrace", COST);
  assert.equal(await isPassword("cafe\u0301 terrace", hash, COST), true);
});

Deno.test("nobody's password and a broken hash fit nothing", async () => {
  for (const stored of [null, "", "scrypt$4$x", "md5$1$AA==$AA=="]) {
    assert.equal(await isPassword("correct horse", stored, COST), false);
  }
});

Deno.test("past two at once hashing waits, and past a crowd it is refused", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, () => hashPassword("correct horse", COST)),
  );
  const refused = results.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 100 - 2 - 64);
  const { reason } = refused[0] as PromiseRejectedResult;
  assert.deepEqual([reason.code, reason.headers["Retry-After"]], ["unavailable", "5"]);
  assert.match(await hashPassword("correct horse", COST), /^scrypt/);
});
