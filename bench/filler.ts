// Fills a data folder with messages in one chat of many, as posting them would; prints nothing but when it is done.
import { ulid } from "ulid";
import { Store } from "../store/store.ts";

const AT_ONCE = 2_000;

const [data, count] = [Deno.args[0]!, Number(Deno.args[1])];
const store = await Store.open({ data, maxQueue: 2 * AT_ONCE });
const [chat] = store.directory.chats();
if (chat === undefined) throw new Error("Cannot fill the store: seed it first");
const author = {
  kind: "webhook" as const,
  id: ulid(),
  username: null,
  displayName: "filler",
  avatarUrl: null,
};
for (let written = 0; written < count; written += AT_ONCE) {
  const size = Math.min(AT_ONCE, count - written);
  await Promise.all(Array.from({ length: size }, (_, i) =>
    store.write((draft) =>
      draft.append({
        kind: "message",
        chatId: chat.id,
        parentId: null,
        status: "OK",
        author,
        content: `Message ${written + i} of a long history, of a usual length for an alert`,
        mentions: [],
        hops: 0,
        updatedAt: draft.at,
        events: [],
      })
    )));
}
await store.close();
console.log("{}");
