import type { Chat, User } from "../../wire/records.ts";
import { get, put, remove } from "../api.ts";
import { AddRow } from "../parts/add_row.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { confirm } from "../parts/confirm.tsx";
import { useResource } from "../parts/resource.ts";
import { loadMembers, membersOf } from "../stores/members.ts";
import { attempt } from "../stores/notices.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";

export function ChatMembers({ chat }: { chat: Chat }) {
  const { data } = useResource("users", () => get<{ users: User[] }>("/users"));
  const people = membersOf(chat.chat_id).filter((member) => member.kind === "user");
  const others = (data?.users ?? []).filter((user) =>
    user.enabled && !people.some((member) => member.id === user.user_id)
  );
  async function change(work: () => Promise<unknown>) {
    await attempt(work);
    await attempt(() => loadMembers(chat.chat_id));
  }
  async function takeOut(userId: string) {
    const isMe = userId === me.value!.user_id;
    const leave = t("members.leave");
    if (isMe && !await confirm(leave, t("members.leave.text"), leave)) return;
    await change(() => remove(path(userId)));
  }
  const path = (userId: string) => `/chats/${chat.chat_id}/members/${userId}`;
  return (
    <>
      <div class="page-intro">
        <p>{t("members.text")}</p>
      </div>
      <AddRow
        label={t("members.choose")}
        action={t("members.add")}
        options={others.map(({ user_id, display_name, username }) => [
          user_id,
          `${display_name} (@${username})`,
        ])}
        onAdd={(id) => change(() => put(path(id)))}
      />
      <ul class="items">
        {people.map((member) => (
          <li key={member.id}>
            <Avatar name={member.name} />
            <div class="item-main">
              <strong>{member.name}</strong>
              <span class="faint">@{member.username}</span>
            </div>
            <Button small onClick={() => takeOut(member.id)}>
              {t(member.id === me.value!.user_id ? "members.leave" : "remove")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
