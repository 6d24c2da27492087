/** What one `data:` of a chat-completions stream means for the reply. */
export interface Chunk {
  text: string;
  /** Something was generated, if only reasoning or a tool call that nobody sees. */
  progress: boolean;
  refusal: boolean;
  tools: boolean;
  finish: string | null;
}

export type Reading =
  | { kind: "done" }
  | { kind: "chunk"; chunk: Chunk }
  | { kind: "empty" }
  | { kind: "failure"; why: string; status: number | null };

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Text as a string, or as the parts that some backends send. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => isObject(part) && typeof part.text === "string" ? part.text : "")
    .join("");
}

const isFilled = (value: unknown) =>
  typeof value === "string" ? value !== "" : Array.isArray(value) ? value.length > 0 : false;

/** Reads one event of the stream. */
export function readEvent({ event, data }: { event: string; data: string }): Reading {
  if (data.trim() === "[DONE]") return { kind: "done" };
  if (event === "error") return { kind: "failure", ...errorOf(data) };
  if (data.trim() === "") return { kind: "empty" };
  let body: unknown;
  try {
    body = JSON.parse(data);
  } catch {
    return { kind: "failure", why: "the stream broke off inside a chunk", status: null };
  }
  if (!isObject(body)) return { kind: "empty" };
  if (body.error) return { kind: "failure", ...errorOf(data) };
  const choices = Array.isArray(body.choices) ? body.choices.filter(isObject) : [];
  const choice = choices.find((item) => (item.index ?? 0) === 0);
  if (!choice) return { kind: "empty" };
  const delta = isObject(choice.delta) ? choice.delta : {};
  const refusal = textOf(delta.refusal);
  const text = textOf(delta.content) + refusal;
  const tools = isFilled(delta.tool_calls) || isObject(delta.function_call);
  return {
    kind: "chunk",
    chunk: {
      text,
      refusal: refusal !== "",
      tools,
      progress: text !== "" || tools || isFilled(delta.reasoning_content) ||
        isFilled(delta.reasoning),
      finish: typeof choice.finish_reason === "string" && choice.finish_reason !== ""
        ? choice.finish_reason
        : null,
    },
  };
}

/** The error's numeric code, if it names one. Its text stays out: it may quote a key or an address. */
function errorOf(data: string): { why: string; status: number | null } {
  let status: number | null = null;
  try {
    const body = JSON.parse(data);
    const error = isObject(body) && isObject(body.error) ? body.error : body;
    const code = isObject(error) ? Number(error.code ?? error.status) : NaN;
    if (Number.isInteger(code) && code >= 400 && code < 600) status = code;
  } catch {
    // An error without JSON is an error all the same.
  }
  return { why: "the agent reported an error", status };
}

/** The text of a whole (unstreamed) completion, for a backend that ignored `stream: true`. */
export function textOfCompletion(body: string): string {
  try {
    const parsed = JSON.parse(body);
    const choice = isObject(parsed) && Array.isArray(parsed.choices) ? parsed.choices[0] : null;
    return isObject(choice) && isObject(choice.message) ? textOf(choice.message.content) : "";
  } catch {
    return "";
  }
}
