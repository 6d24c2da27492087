import type { Route } from "../route.ts";
import { AuditPage } from "./audit.tsx";
import { BotPage } from "./bot.tsx";
import { BotsPage } from "./bots.tsx";
import { ChatSettingsPage } from "./chat_settings.tsx";
import { MePage } from "./me.tsx";
import { PeoplePage } from "./people.tsx";
import { SearchPage } from "./search.tsx";

export function LaterPages({ route }: { route: Route }) {
  switch (route.page) {
    case "search":
      return <SearchPage query={route.query} chatId={route.chatId} />;
    case "chat_settings":
      return <ChatSettingsPage {...route} />;
    case "bots":
      return route.botId ? <BotPage key={route.botId} botId={route.botId} /> : <BotsPage />;
    case "people":
      return <PeoplePage />;
    case "audit":
      return <AuditPage />;
    case "me":
      return <MePage />;
    default:
      return null;
  }
}
