// The dialog that is open, if one is.
import { opened } from "../stores/dialogs.ts";
import { BotDialog } from "./bot_dialog.tsx";
import { ChatDialog } from "./chat_dialog.tsx";
import { DirectDialog } from "./direct_dialog.tsx";
import { JumpDialog } from "./jump_dialog.tsx";
import { WebhookDialog } from "./webhook_dialog.tsx";

export function Dialogs() {
  const dialog = opened.value;
  if (dialog?.kind === "jump") return <JumpDialog />;
  if (dialog?.kind === "chat") return <ChatDialog />;
  if (dialog?.kind === "direct") return <DirectDialog />;
  if (dialog?.kind === "webhook") return <WebhookDialog chatId={dialog.chatId} />;
  if (dialog?.kind === "bot") return <BotDialog />;
  return null;
}
