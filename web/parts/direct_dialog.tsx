import { address } from "../route.ts";
import { openDirect } from "../stores/chats.ts";
import { type Member, useEveryone } from "../stores/members.ts";
import { t } from "../strings.ts";
import { MemberLine } from "./member_line.tsx";
import { matches } from "./mention_query.ts";
import { type Choice, PickDialog } from "./pick_dialog.tsx";

export function directChoice(member: Member): Choice {
  return {
    id: member.id,
    face: <MemberLine member={member} />,
    place: async () => address.chat((await openDirect(member.username)).chat_id),
  };
}

export function DirectDialog() {
  const everyone = useEveryone();
  return (
    <PickDialog
      title={t("direct.new")}
      label={t("direct.who")}
      choices={(query) =>
        matches(everyone, query.replace(/^@/, "").toLowerCase(), 8).map(directChoice)}
    />
  );
}
