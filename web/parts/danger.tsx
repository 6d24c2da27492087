// The end of a page of settings: what changes much, each with a sentence that says what it does.
import type { ComponentChildren } from "preact";
import { t } from "../strings.ts";
import { Button } from "./button.tsx";

export function Danger({ children }: { children: ComponentChildren }) {
  return (
    <section class="panel">
      <h2>{t("danger")}</h2>
      {children}
    </section>
  );
}

interface StepProps {
  text: string;
  action: string;
  /** It cannot be taken back. */
  final?: boolean;
  onClick: () => void;
}

export function DangerStep({ text, action, final, onClick }: StepProps) {
  return (
    <div class="danger-row">
      <p>{text}</p>
      <Button kind={final ? "danger" : "plain"} onClick={onClick}>{action}</Button>
    </div>
  );
}
