// What the page is about, beside the sidebar: as it is, while it loads, and where there is nothing.
import type { ComponentChildren } from "preact";
import { t } from "../strings.ts";
import { LinkButton } from "./button.tsx";
import { Empty, Loading } from "./empty.tsx";
import type { IconName } from "./icon.tsx";
import { useTitle } from "./page_head.tsx";

interface MainProps {
  class?: string;
  children: ComponentChildren;
}

/** The place that the skip link leads to. */
export function Main({ class: name = "main", children }: MainProps) {
  return <main id="main" tabIndex={-1} class={name}>{children}</main>;
}

export function LoadingPage() {
  return (
    <Main>
      <Loading label={t("loading")} />
    </Main>
  );
}

interface MissingProps {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}

export function MissingPage({ children, ...props }: MissingProps) {
  useTitle(props.title);
  return (
    <Main>
      <Empty {...props} whole>
        {children}
        <LinkButton href="/">{t("home.back")}</LinkButton>
      </Empty>
    </Main>
  );
}
