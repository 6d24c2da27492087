import { useState } from "preact/hooks";
import { get, post, remove } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { Form, useFields } from "../parts/form.tsx";
import { NameField } from "../parts/identity_fields.tsx";
import { useResource } from "../parts/resource.ts";
import { Secret } from "../parts/secret.tsx";
import { attempt } from "../stores/notices.ts";
import { formatMoment, t } from "../strings.ts";

interface AccessToken {
  token_id: string;
  name: string;
  created_at: string;
  expires_at: string | null;
}

export function TokenPanel() {
  const fields = useFields({ name: "" });
  const [token, setToken] = useState<string | null>(null);
  const { data, reload } = useResource(
    "tokens",
    () => get<{ access_tokens: AccessToken[] }>("/me/tokens"),
  );
  async function create() {
    const answer = await post<{ token: string }>("/me/tokens", fields.values);
    setToken(answer.token);
    fields.reset();
    await reload();
  }
  async function revoke(id: string) {
    await attempt(() => remove(`/me/tokens/${id}`));
    await reload();
  }
  return (
    <section class="panel">
      <h2>{t("token.title")}</h2>
      <p class="faint">{t("token.text")}</p>
      {token && <Secret label={t("token.title")} secret={token} onDone={() => setToken(null)} />}
      {data?.access_tokens.map(({ token_id, name, created_at, expires_at }) => (
        <div key={token_id} class="danger-row">
          <p>
            <strong>{name}</strong> · {expires_at
              ? t("token.expires", { time: formatMoment(expires_at) })
              : t("token.since", { time: formatMoment(created_at) })}
          </p>
          <Button
            small
            onClick={() =>
              revoke(token_id)}
          >
            {t("revoke")}
          </Button>
        </div>
      ))}
      <Form submit={t("token.create")} fields={fields} onSubmit={create}>
        {(field) => (
          <NameField
            {...field("name")}
            label={t("token.name")}
            placeholder={t("token.name.example")}
          />
        )}
      </Form>
    </section>
  );
}
