import { useState } from "preact/hooks";
import type { Role, User } from "../../wire/records.ts";
import { get, patch, post, remove } from "../api.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/field.tsx";
import { Main } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { useResource } from "../parts/resource.ts";
import { Secret } from "../parts/secret.tsx";
import { attempt } from "../stores/notices.ts";
import { isAdmin, me } from "../stores/session.ts";
import { formatMoment, type Key, t } from "../strings.ts";

const ROLES: Role[] = ["owner", "admin", "member"];

interface Invite {
  invite_id: string;
  role: Role;
  expires_at: string;
}

interface RowProps {
  user: User;
  onChange: (fields: Partial<User>) => void;
}

function PersonRow({ user, onChange }: RowProps) {
  const isMe = user.user_id === me.value!.user_id;
  const mayChange = isAdmin.value && !isMe &&
    (user.role !== "owner" || me.value!.role === "owner");
  return (
    <li>
      <Avatar name={user.display_name} url={user.avatar_url} />
      <div class="item-main">
        <strong>{user.display_name}</strong>
        <span class="faint">
          @{user.username}
          {isMe && ` · ${t("people.you")}`}
        </span>
      </div>
      {mayChange
        ? (
          <>
            <select
              class="input input-small"
              aria-label={t("people.role", { name: user.display_name })}
              value={user.role}
              onChange={(event) => onChange({ role: event.currentTarget.value as Role })}
            >
              {ROLES.filter((role) => role !== "owner" || me.value!.role === "owner").map((
                role,
              ) => <option key={role} value={role}>{t(`role.${role}` as Key)}</option>)}
            </select>
            <Switch
              label={t(user.enabled ? "people.active" : "people.inactive")}
              checked={user.enabled}
              onChange={(enabled) => onChange({ enabled })}
            />
          </>
        )
        : <span class="pill">{t(`role.${user.role}` as Key)}</span>}
    </li>
  );
}

function Invites() {
  const { data, reload } = useResource("invites", () => get<{ invites: Invite[] }>("/invites"));
  async function revoke(id: string) {
    await attempt(() => remove(`/invites/${id}`));
    await reload();
  }
  if (!data || data.invites.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t("people.invites")}</h2>
      {data.invites.map(({ invite_id, role, expires_at }) => (
        <div key={invite_id} class="danger-row">
          <p>
            {t("people.invite.until", {
              role: t(`role.${role}`),
              time: formatMoment(expires_at),
            })}
          </p>
          <Button
            small
            onClick={() =>
              revoke(invite_id)}
          >
            {t("revoke")}
          </Button>
        </div>
      ))}
    </section>
  );
}

export function PeoplePage() {
  const { data, reload } = useResource("users", () => get<{ users: User[] }>("/users"), {
    on: "IdentityEvent",
  });
  const [link, setLink] = useState<string | null>(null);
  const [role, setRole] = useState<Role>("member");
  async function invite() {
    const answer = await attempt(() => post<{ url: string }>("/invites", { role }));
    if (answer) setLink(answer.url);
  }
  async function change(user: User, fields: Partial<User>) {
    await attempt(() => patch(`/users/${user.user_id}`, fields));
    await reload();
  }
  return (
    <Main>
      <PageHead title={t("people")} icon="people" back="/" />
      <div class="page">
        <div class="page-intro">
          <p>{t("people.text")}</p>
          {isAdmin.value && (
            <div class="add-row">
              <select
                class="input input-small"
                aria-label={t("people.invite.role")}
                value={role}
                onChange={(event) => setRole(event.currentTarget.value as Role)}
              >
                <option value="member">{t("role.member")}</option>
                <option value="admin">{t("role.admin")}</option>
              </select>
              <Button kind="primary" icon="plus" onClick={invite}>{t("people.invite")}</Button>
            </div>
          )}
        </div>
        {link && <Secret label={t("people.link")} secret={link} onDone={() => setLink(null)} />}
        {isAdmin.value && <Invites key={link} />}
        <ul class="items">
          {data?.users.map((user) => (
            <PersonRow
              key={user.user_id}
              user={user}
              onChange={(fields) => change(user, fields)}
            />
          ))}
        </ul>
      </div>
    </Main>
  );
}
