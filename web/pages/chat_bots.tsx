import type { Bot, Chat } from "../../wire/records.ts";
import { get, put, remove } from "../api.ts";
import { AddRow } from "../parts/add_row.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Empty } from "../parts/empty.tsx";
import { useResource } from "../parts/resource.ts";
import { address } from "../route.ts";
import { openDialog } from "../stores/dialogs.ts";
import { attempt } from "../stores/notices.ts";
import { loadMembers } from "../stores/members.ts";
import { t } from "../strings.ts";

export function ChatBots({ chat }: { chat: Chat }) {
  const here = useResource(
    `chat bots ${chat.chat_id}`,
    () => get<{ bots: Bot[] }>(`/chats/${chat.chat_id}/bots`),
  );
  const all = useResource("bots", () => get<{ bots: Bot[] }>("/bots"));
  const bots = here.data?.bots ?? [];
  const others = (all.data?.bots ?? []).filter((bot) =>
    !bots.some((each) => each.bot_id === bot.bot_id)
  );
  async function change(work: () => Promise<unknown>) {
    await attempt(work);
    await Promise.all([here.reload(), loadMembers(chat.chat_id)]);
  }
  const path = (botId: string) => `/chats/${chat.chat_id}/bots/${botId}`;
  return (
    <>
      <div class="page-intro">
        <p>{t("chat_bots.text")}</p>
        <Button icon="plus" onClick={() => openDialog({ kind: "bot" })}>{t("bot.create")}</Button>
      </div>
      <AddRow
        label={t("chat_bots.choose")}
        action={t("chat_bots.add")}
        options={others.map(({ bot_id, name, username }) => [bot_id, `${name} (@${username})`])}
        onAdd={(id) => change(() => put(path(id)))}
      />
      {here.data && bots.length === 0 && <Empty icon="bot" title={t("chat_bots.none")} />}
      <ul class="items">
        {bots.map((bot) => (
          <li key={bot.bot_id}>
            <Avatar name={bot.name} url={bot.avatar_url} square />
            <a class="item-main" href={address.bots(bot.bot_id)}>
              <strong>{bot.name}</strong>
              <span class="faint">@{bot.username} · {t(`bot.trigger.${bot.trigger_mode}`)}</span>
            </a>
            <Button small onClick={() => change(() => remove(path(bot.bot_id)))}>
              {t("remove")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
