// Validates what came with the schema of the route, and says in one sentence which field is wrong.
import type { z } from "zod";
import { invalidField, Refusal } from "../chat/errors.ts";
import { parseObject, readText } from "./body.ts";
import type { Call, Schema } from "./route.ts";

export async function parseBody<T>(schema: Schema<T>, call: Call): Promise<T> {
  const text = await readText(call);
  // A call whose fields are all optional may come without a body.
  const bare = text === "" && schema.safeParse({}).success;
  return parse(schema, bare ? {} : parseObject(text));
}

export function parseQuery<T>(schema: Schema<T>, { search }: Call): T {
  return parse(schema, Object.fromEntries(search));
}

export function parse<T>(schema: Schema<T>, value: unknown): T {
  const result = safely(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.join(".") || "body";
  throw invalidField(field, `The field ${field} is not valid: ${sentence(issue)}`);
}

// A check may compare what it was given with a number, and the text form of ten thousand nested lists overflows the stack.
function safely<T>(schema: Schema<T>, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (cause) {
    throw new Refusal("invalid_json", {
      message: "The body is nested too deeply; send the fields that the API describes",
      cause,
    });
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  return issue.message.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, "");
}

/** An id in a path: a positive safe integer, or null, which names nothing. */
export function pathId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
