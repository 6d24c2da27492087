import { useEffect, useState } from "preact/hooks";
import type { Bot, User } from "../../wire/records.ts";
import { get } from "../api.ts";
import { address, go } from "../route.ts";
import { openDirect } from "../stores/chats.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";
import { attempt } from "../stores/notices.ts";
import { Avatar } from "./avatar.tsx";
import { CreateDialog } from "./create_dialog.tsx";
import { TextField } from "./field.tsx";
import { useFields } from "./form.tsx";

interface Person {
  id: string;
  username: string;
  name: string;
  kind: "user" | "bot";
}

async function loadPeople(): Promise<Person[]> {
  const [{ users }, { bots }] = await Promise.all([
    get<{ users: User[] }>("/users"),
    get<{ bots: Bot[] }>("/bots"),
  ]);
  const people = users.filter((user) => user.enabled && user.user_id !== me.value?.user_id)
    .map((user): Person => ({
      id: user.user_id,
      username: user.username,
      name: user.display_name,
      kind: "user",
    }));
  const robots = bots.filter((bot) => bot.enabled).map((bot): Person => ({
    id: bot.bot_id,
    username: bot.username,
    name: bot.display_name || bot.name,
    kind: "bot",
  }));
  return [...people, ...robots].sort((a, b) => a.name.localeCompare(b.name));
}

export function DirectDialog() {
  const [people, setPeople] = useState<Person[]>([]);
  const fields = useFields({ username: "" });
  useEffect(() => {
    // The field takes a username as well when the list does not come.
    loadPeople().then(setPeople).catch(() => {});
  }, []);
  const wanted = fields.values.username.trim().replace(/^@/, "").toLowerCase();
  const found = people.filter((person) =>
    person.username.includes(wanted) || person.name.toLowerCase().includes(wanted)
  ).slice(0, 8);
  const open = async (username: string) => address.chat((await openDirect(username)).chat_id);
  async function choose(username: string) {
    const place = await attempt(() => open(username));
    if (!place) return;
    closeDialog();
    go(place);
  }
  return (
    <CreateDialog
      title={t("direct.new")}
      submit={t("direct.open")}
      fields={fields}
      onSubmit={() => open(found.length === 1 ? found[0]!.username : wanted)}
      disabled={!wanted}
    >
      {(field) => (
        <>
          <TextField label={t("direct.who")} autofocus {...field("username")} />
          <ul class="people-list">
            {found.map((person) => (
              <li key={person.id}>
                <button type="button" onClick={() => choose(person.username)}>
                  <Avatar name={person.name} size={28} square={person.kind === "bot"} />
                  <span>{person.name}</span>
                  <span class="faint">@{person.username}</span>
                  {person.kind === "bot" && <span class="badge badge-bot">BOT</span>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </CreateDialog>
  );
}
