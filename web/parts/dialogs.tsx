// The dialogs that make something new.
import { useEffect, useState } from "preact/hooks";
import type { Bot, User, Webhook } from "../../wire/records.ts";
import { get, post } from "../api.ts";
import { address, go } from "../route.ts";
import { createGroup, groups, openDirect } from "../stores/chats.ts";
import { closeDialog, opened } from "../stores/dialogs.ts";
import { me } from "../stores/session.ts";
import { keepSecret } from "../stores/secrets.ts";
import { usernameFrom } from "../pages/entry.tsx";
import { t } from "../strings.ts";
import { Avatar } from "./avatar.tsx";
import { Dialog } from "./dialog.tsx";
import { ChoiceField, TextField } from "./field.tsx";
import { Form } from "./form.tsx";
import { TRIGGER_MODES } from "./trigger_modes.ts";

function ChatDialog() {
  const [name, setName] = useState("");
  async function create() {
    const chat = await createGroup(name.trim());
    closeDialog();
    go(address.chat(chat.chat_id));
  }
  return (
    <Dialog title={t("chat.create")} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog}>
        {(errorOf) => (
          <TextField
            label={t("field.name")}
            value={name}
            onInput={setName}
            required
            autofocus
            maxLength={80}
            placeholder={t("chat.name.example")}
            hint={t("chat.name.hint")}
            error={errorOf("name")}
          />
        )}
      </Form>
    </Dialog>
  );
}

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

function DirectDialog() {
  const [people, setPeople] = useState<Person[]>([]);
  const [query, setQuery] = useState("");
  useEffect(() => {
    // The field takes a username as well when the list does not come.
    loadPeople().then(setPeople).catch(() => {});
  }, []);
  const wanted = query.trim().replace(/^@/, "").toLowerCase();
  const found = people.filter((person) =>
    person.username.includes(wanted) || person.name.toLowerCase().includes(wanted)
  ).slice(0, 8);
  async function open(username: string) {
    const chat = await openDirect(username);
    closeDialog();
    go(address.chat(chat.chat_id));
  }
  return (
    <Dialog title={t("direct.new")} onClose={closeDialog}>
      <Form
        submit={t("direct.open")}
        onSubmit={() => open(found.length === 1 ? found[0]!.username : wanted)}
        onCancel={closeDialog}
        disabled={!wanted}
      >
        {(errorOf) => (
          <>
            <TextField
              label={t("direct.who")}
              value={query}
              onInput={setQuery}
              autofocus
              error={errorOf("username")}
            />
            <ul class="people-list">
              {found.map((person) => (
                <li key={person.id}>
                  <button
                    type="button"
                    onClick={() => open(person.username).catch(() => setQuery(person.username))}
                  >
                    <Avatar
                      name={person.name}
                      id={person.id}
                      size={28}
                      square={person.kind === "bot"}
                    />
                    <span>{person.name}</span>
                    <span class="faint">@{person.username}</span>
                    {person.kind === "bot" && <span class="badge badge-bot">BOT</span>}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Form>
    </Dialog>
  );
}

const NEW = "new";

function WebhookDialog({ chatId }: { chatId: number | null }) {
  const [name, setName] = useState("");
  const first = chatId ?? groups.value[0]?.chat_id;
  const [chat, setChat] = useState(first ? String(first) : NEW);
  const [chatName, setChatName] = useState("");
  async function create() {
    const id = chat === NEW ? (await createGroup(chatName.trim())).chat_id : Number(chat);
    // Should the webhook be refused, the chat is there and is not made twice.
    setChat(String(id));
    const { webhook, url } = await post<{ webhook: Webhook; url: string }>(
      `/chats/${id}/webhooks`,
      { name: name.trim() },
    );
    keepSecret(webhook.webhook_id, url);
    closeDialog();
    go(address.chatSettings(id, "webhooks", webhook.webhook_id));
  }
  const options = Object.fromEntries([
    ...groups.value.map((group) => [String(group.chat_id), group.name]),
    [NEW, t("webhook.new_chat")],
  ]);
  return (
    <Dialog title={t("webhook.create")} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog}>
        {(errorOf) => (
          <>
            <TextField
              label={t("field.name")}
              value={name}
              onInput={setName}
              required
              autofocus
              maxLength={80}
              placeholder={t("webhook.name.example")}
              hint={t("webhook.name.hint")}
              error={errorOf("name")}
            />
            {chatId === null && (
              <ChoiceField
                label={t("webhook.chat")}
                value={chat}
                options={options}
                onChange={setChat}
              />
            )}
            {chat === NEW && (
              <TextField
                label={t("chat.name")}
                value={chatName}
                onInput={setChatName}
                required
                maxLength={80}
                placeholder={t("chat.name.example")}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

function BotDialog() {
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const [description, setDescription] = useState("");
  const [avatar, setAvatar] = useState("");
  const [mode, setMode] = useState<Bot["trigger_mode"]>("mentions");
  const username = typed ?? usernameFrom(name);
  async function create() {
    const { bot, token } = await post<{ bot: Bot; token: string }>("/bots", {
      name: name.trim(),
      username,
      description,
      trigger_mode: mode,
      ...(avatar ? { avatar_url: avatar } : {}),
    });
    keepSecret(bot.bot_id, token);
    closeDialog();
    go(address.bots(bot.bot_id));
  }
  return (
    <Dialog title={t("bot.create")} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog}>
        {(errorOf) => (
          <>
            <TextField
              label={t("field.name")}
              value={name}
              onInput={setName}
              required
              autofocus
              maxLength={80}
              placeholder={t("bot.name.example")}
              error={errorOf("name")}
            />
            <TextField
              label={t("field.username")}
              value={username}
              onInput={setTyped}
              required
              hint={t("bot.username.hint", { username: username || "helper" })}
              error={errorOf("username")}
            />
            <TextField
              label={t("field.description")}
              value={description}
              onInput={setDescription}
              error={errorOf("description")}
            />
            <TextField
              label={t("field.avatar")}
              type="url"
              value={avatar}
              onInput={setAvatar}
              hint={t("field.avatar.hint")}
              error={errorOf("avatar_url")}
            />
            <ChoiceField
              label={t("bot.trigger")}
              value={mode}
              options={TRIGGER_MODES()}
              onChange={setMode}
              hint={t(`bot.trigger.${mode}.hint`)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

export function Dialogs() {
  const dialog = opened.value;
  if (dialog?.kind === "chat") return <ChatDialog />;
  if (dialog?.kind === "direct") return <DirectDialog />;
  if (dialog?.kind === "webhook") return <WebhookDialog chatId={dialog.chatId} />;
  if (dialog?.kind === "bot") return <BotDialog />;
  return null;
}
