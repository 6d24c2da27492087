import type { Member } from "../stores/members.ts";
import { Avatar } from "./avatar.tsx";

interface Props {
  id: string;
  members: Member[];
  chosen: number;
  onChoose: (username: string) => void;
}

export function MentionList({ id, members, chosen, onChoose }: Props) {
  return (
    <ul id={id} class="mention-list" role="listbox" aria-label="@">
      {members.map((member, index) => (
        <li
          key={member.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          // Before the text loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(member.username);
          }}
        >
          <Avatar name={member.name} size={22} square={member.kind === "bot"} />
          <span>{member.name}</span>
          <span class="faint">@{member.username}</span>
          {member.kind === "bot" && <span class="badge badge-bot">BOT</span>}
        </li>
      ))}
    </ul>
  );
}
