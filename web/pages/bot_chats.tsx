import type { Bot } from "../../wire/records.ts";
import { put, remove } from "../api.ts";
import { AddRow } from "../parts/add_row.tsx";
import { Icon } from "../parts/icon.tsx";
import { address } from "../route.ts";
import { groups } from "../stores/chats.ts";
import { attempt } from "../stores/notices.ts";
import { t } from "../strings.ts";

/** Creating a bot adds it to no chat, so the next step stands right here. */
export function BotChats({ bot, onChange }: { bot: Bot; onChange: () => Promise<void> }) {
  const here = (bot.chats ?? []).filter((chat) => chat.kind === "group");
  const others = groups.value.filter((chat) => !here.some((each) => each.chat_id === chat.chat_id));
  const path = (chatId: number | string) => `/chats/${chatId}/bots/${bot.bot_id}`;
  async function change(work: () => Promise<unknown>) {
    await attempt(work);
    await onChange();
  }
  return (
    <section class="panel">
      <h2>{t("bot.chats")}</h2>
      {here.length === 0 && <p class="faint">{t("bot.chats.none")}</p>}
      <ul class="chips">
        {here.map((chat) => (
          <li key={chat.chat_id}>
            <a href={address.chat(chat.chat_id)}># {chat.name}</a>
            <button
              type="button"
              aria-label={t("bot.chats.remove", { name: chat.name })}
              onClick={() => change(() => remove(path(chat.chat_id)))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <AddRow
        label={t("bot.chats.choose")}
        action={t("bot.chats.add")}
        options={others.map(({ chat_id, name }) => [String(chat_id), `# ${name}`])}
        onAdd={(id) => change(() => put(path(id)))}
      />
    </section>
  );
}
