import type { ComponentChildren } from "preact";
import { t } from "../strings.ts";
import { Button, CopyButton } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface Props {
  label: string;
  secret: string;
  /** A command that can be tried at once. */
  example?: string;
  onDone: () => void;
  children?: ComponentChildren;
}

/** A token or address that is shown this once. */
export function Secret({ label, secret, example, onDone, children }: Props) {
  return (
    <section class="secret" aria-label={label}>
      <p class="secret-note">
        <Icon name="warning" size={16} /> {t("secret.once")}
      </p>
      <div class="secret-row">
        <code tabIndex={0}>{secret}</code>
        <CopyButton text={secret} />
      </div>
      {example && (
        <div class="secret-example">
          <div class="secret-example-head">
            <span>{t("secret.try")}</span>
            <CopyButton text={example} label={t("copy.command")} />
          </div>
          <pre tabIndex={0} role="group" aria-label={t("secret.try")}>{example}</pre>
        </div>
      )}
      <div class="actions">
        {children}
        <Button small onClick={onDone}>{t("secret.done")}</Button>
      </div>
    </section>
  );
}
