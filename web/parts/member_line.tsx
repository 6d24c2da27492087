import type { Member } from "../stores/members.ts";
import { Avatar } from "./avatar.tsx";

/** Someone in a list to choose from. */
export function MemberLine({ member }: { member: Member }) {
  const isBot = member.kind === "bot";
  return (
    <>
      <Avatar name={member.name} size={22} square={isBot} />
      <span class="option-name">{member.name}</span>
      <span class="faint">@{member.username}</span>
      {isBot && <span class="badge badge-bot">BOT</span>}
    </>
  );
}
