import assert from "node:assert/strict";
import { Drafts, type Shelf } from "../../../../web/stores/drafts.ts";

function shelf(): Shelf & { rows: Map<string, string> } {
  const rows = new Map<string, string>();
  return {
    rows,
    getItem: (key) => rows.get(key) ?? null,
    setItem: (key, value) => void rows.set(key, value),
    removeItem: (key) => void rows.delete(key),
  };
}

Deno.test("a draft is there again after a reload, for its place and person only", () => {
  const store = shelf();
  new Drafts(store, "ana").set("chat:7", "half a thou");
  assert.equal(new Drafts(store, "ana").get("chat:7"), "half a thou");
  assert.equal(new Drafts(store, "ana").get("thread:7"), "");
  assert.equal(new Drafts(store, "ben").get("chat:7"), "");
});

Deno.test("an emptied draft is forgotten", () => {
  const store = shelf();
  const drafts = new Drafts(store, "ana");
  drafts.set("chat:7", "x");
  drafts.set("chat:7", "  ");
  assert.equal(store.rows.size, 0);
});

Deno.test("two tabs do not take each other's drafts away", () => {
  const store = shelf();
  const [left, right] = [new Drafts(store, "ana"), new Drafts(store, "ana")];
  left.set("chat:1", "one");
  right.set("chat:2", "two");
  assert.equal(new Drafts(store, "ana").get("chat:1"), "one");
});

Deno.test("the oldest of too many drafts is given up", () => {
  const store = shelf();
  const drafts = new Drafts(store, "ana");
  for (let chat = 1; chat <= 101; chat++) drafts.set(`chat:${chat}`, "x");
  assert.equal(drafts.get("chat:1"), "");
  assert.equal(drafts.get("chat:2"), "x");
});

Deno.test("a shelf that fails or holds nonsense loses no draft of this page", () => {
  const broken = shelf();
  broken.rows.set("parley.drafts.ana", "{nonsense");
  broken.setItem = () => {
    throw new Error("Quota");
  };
  const drafts = new Drafts(broken, "ana");
  drafts.set("chat:7", "kept");
  assert.equal(drafts.get("chat:7"), "kept");
});
