import { useState } from "preact/hooks";
import { get, post, remove } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
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
  const [name, setName] = useState("");
  const [token, setToken] = useState<string | null>(null);
  const { data, reload } = useResource(
    "tokens",
    () => get<{ access_tokens: AccessToken[] }>("/me/tokens"),
  );
  async function create() {
    const answer = await post<{ token: string }>("/me/tokens", { name });
    setToken(answer.token);
    setName("");
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
      <Form submit={t("token.create")} onSubmit={create}>
        {(errorOf) => (
          <TextField
            label={t("token.name")}
            value={name}
            onInput={setName}
            required
            maxLength={80}
            placeholder={t("token.name.example")}
            error={errorOf("name")}
          />
        )}
      </Form>
    </section>
  );
}
