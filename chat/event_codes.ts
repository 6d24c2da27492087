// What an event is, as the small number that a log row holds of it.
export type EventType = "message.new" | "thread.reply.new" | "reply.cancelled";
export type TriggerName = "mention" | "all" | "direct" | "thread";

const TYPES: EventType[] = ["message.new", "thread.reply.new", "reply.cancelled"];
const TRIGGERS: TriggerName[] = ["mention", "all", "direct", "thread"];

export function eventCode(type: EventType, trigger: TriggerName): number {
  return TYPES.indexOf(type) * TRIGGERS.length + TRIGGERS.indexOf(trigger);
}

export function eventMeaning(code: number): { type: EventType; trigger: TriggerName } {
  const type = TYPES[Math.floor(code / TRIGGERS.length)]!;
  return { type, trigger: TRIGGERS[code % TRIGGERS.length]! };
}
