// Which page stands where the reader is.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ChatPage } from "./pages/chat.tsx";
import { InvitePage, SetupPage, SignInPage } from "./pages/entry.tsx";
import { HomePage } from "./pages/home.tsx";
import { Button } from "./parts/button.tsx";
import { ConfirmDialog } from "./parts/confirm.tsx";
import { Dialogs } from "./parts/dialogs.tsx";
import { Empty, Loading } from "./parts/empty.tsx";
import { LoadingPage, Main, MissingPage } from "./parts/page.tsx";
import { Sidebar } from "./parts/sidebar.tsx";
import { Announcer, ConnectionBanner, Notices } from "./parts/status.tsx";
import { go, type Route, route } from "./route.ts";
import { openDialog } from "./stores/dialogs.ts";
import { loadSession, sessionState } from "./stores/session.ts";
import { t } from "./strings.ts";

/** Pages that few readers open at first come when they are asked for. */
const later = signal<ComponentType<{ route: Route }> | null>(null);

function LaterPage({ route }: { route: Route }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (later.value) return;
    import("./pages/later.tsx").then(
      (module) => later.value = module.LaterPages,
      () => setFailed(true),
    );
  }, []);
  const Pages = later.value;
  if (failed) {
    return (
      <MissingPage icon="offline" title={t("failed.part")}>
        <p>{t("failed.part.text")}</p>
        <Button kind="primary" onClick={() => location.reload()}>{t("failed.reload")}</Button>
      </MissingPage>
    );
  }
  return Pages ? <Pages route={route} /> : <LoadingPage />;
}

function Page() {
  const current = route.value;
  if (current.page === "home") return <HomePage />;
  if (current.page === "chat") return <ChatPage key={current.chatId} {...current} />;
  if (current.page === "missing") {
    return <MissingPage icon="search" title={t("missing.title")} />;
  }
  return <LaterPage route={current} />;
}

function useShortcuts() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      // Above a question it would hide what is asked.
      if (!document.querySelector("dialog[open]")) openDialog({ kind: "jump" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function SignedIn() {
  useShortcuts();
  const { page } = route.value;
  useEffect(() => {
    if (page === "signin" || page === "setup") go("/", { replace: true });
  }, [page]);
  return (
    <div
      class="app"
      data-page={page}
      data-thread={"thread" in route.value && route.value.thread ? "" : undefined}
    >
      <a class="skip" href="#main">{t("skip")}</a>
      <ConnectionBanner />
      <Sidebar />
      <Page />
      <Dialogs />
      <ConfirmDialog />
      <Notices />
      <Announcer />
    </div>
  );
}

export function App() {
  const state = sessionState.value;
  if (state === "loading") return <Loading label={t("loading")} />;
  if (state === "unreachable") {
    return (
      <Main class="entry">
        <Empty icon="offline" title={t("unreachable.title")} whole>
          <p>{t("unreachable.text")}</p>
          <Button kind="primary" onClick={loadSession}>{t("again")}</Button>
        </Empty>
      </Main>
    );
  }
  if (state === "signed_in") return <SignedIn />;
  const current = route.value;
  if (current.page === "setup") return <SetupPage />;
  if (current.page === "invite") return <InvitePage code={current.code} />;
  return <SignInPage />;
}
