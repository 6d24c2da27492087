// The wire form of a chat, as one person sees it.
import { type ChatView, type Peer, peerOf } from "../chat/chats.ts";
import { isArchived } from "../chat/chat_authority.ts";
import type { ChatRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Chat } from "../wire/records.ts";
import { time } from "./records.ts";

export function chatRecord({ chat, archived, members, peer, reading }: ChatView): Chat {
  const record: Chat = {
    chat_id: chat.id,
    // A direct chat is called after the other one.
    name: peer?.record.displayName ?? chat.name,
    kind: chat.kind,
    created_at: time(chat.createdAt),
    archived,
  };
  if (members !== null) {
    record.members = members.map(({ id, username, displayName }) => ({
      user_id: id,
      username,
      display_name: displayName,
    }));
  }
  if (peer !== null) record.peer = peerRecord(peer);
  if (reading !== null) {
    record.unread_count = reading.unread;
    record.read_message_id = reading.read;
    record.latest_message_id = reading.latest;
  }
  return record;
}

/** A chat for one of its members, without what takes a read of the store. */
export function chatRecordFor(store: Store, chat: ChatRecord, memberId: string): Chat {
  const archived = isArchived(store, chat);
  const peer = peerOf(store, chat, memberId);
  return chatRecord({ chat, archived, members: null, peer, reading: null });
}

function peerRecord({ kind, record: { id, username } }: Peer) {
  return { kind, id, username };
}
