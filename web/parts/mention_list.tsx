import type { Member } from "../stores/members.ts";
import { MemberLine } from "./member_line.tsx";

interface Props {
  id: string;
  members: Member[];
  chosen: number;
  onChoose: (username: string) => void;
}

export function MentionList({ id, members, chosen, onChoose }: Props) {
  return (
    <ul id={id} class="options mention-list" role="listbox" aria-label="@">
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
          <MemberLine member={member} />
        </li>
      ))}
    </ul>
  );
}
