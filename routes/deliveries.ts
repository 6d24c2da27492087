// Records each call of a webhook or bot among its deliveries: when, from where, how it ended.
import { Refusal } from "../chat/errors.ts";
import type { Answer, Call } from "./route.ts";

export interface Outcome {
  messageId: number | null;
  answer: Answer;
}

/** `owner` names whose call it is, or null where it is nobody's. */
export async function recorded(
  { context, address }: Call,
  owner: () => string | null,
  run: () => Promise<Outcome>,
): Promise<Answer> {
  const note = (status: number, error: string | null, messageId: number | null) => {
    const id = owner();
    if (id === null) return;
    const at = context.now();
    context.store.deliveries.record(id, { at, address, status, error, messageId });
  };
  try {
    const { messageId, answer } = await run();
    note(answer.status ?? 200, null, messageId);
    return answer;
  } catch (error) {
    if (error instanceof Refusal) note(error.status, error.code, null);
    else note(500, "send_failed", null);
    throw error;
  }
}
