import type { FinishReason } from "../client/mod.ts";
import type { BackendEnd } from "./backend.ts";

/** How a reply ends: what is added below its text, and why it ended. */
export interface Ending {
  finish_reason: FinishReason;
  note: string | null;
  /** Stands alone where there is no text. */
  instead: string;
}

const italic = (text: string) => `_(${text})_`;

/** The honest end of an answer: whole, cut, refused, stopped or lost. */
export function endingOf(end: BackendEnd, fallback: string): Ending {
  switch (end.kind) {
    case "cancelled":
      return { finish_reason: "cancelled", note: null, instead: italic("Stopped.") };
    case "misconfigured":
      return told(
        "error",
        `The answer failed: ${end.why}. The bridge's configuration needs a look.`,
      );
    case "failed":
      return {
        finish_reason: "error",
        note: italic(`The answer was interrupted: ${end.why}.`),
        instead: fallback,
      };
    case "finished":
      return endingOfFinished(end, fallback);
  }
}

function endingOfFinished(
  { finish, tools }: { finish: string; tools: boolean },
  fallback: string,
): Ending {
  switch (finish) {
    case "length":
      return told("length", "The answer was cut off: it reached the agent's length limit.");
    case "content_filter":
      return told("error", "The answer was stopped by the agent's content filter.");
    case "tool_calls":
    case "function_call":
      return told("stop", "The agent asked for a tool, which cannot be called from here.");
    default:
      return tools
        ? {
          ...told("stop", "The agent asked for a tool, which cannot be called from here."),
          note: null,
        }
        : { finish_reason: "stop", note: null, instead: fallback };
  }
}

function told(finish_reason: FinishReason, text: string): Ending {
  return { finish_reason, note: italic(text), instead: italic(text) };
}

/** The end of a reply whose bridge went away and whose event never came again. */
export const ABANDONED: Ending = {
  finish_reason: "error",
  note: italic("The answer was interrupted: the bridge was restarted."),
  instead: italic("The answer was interrupted: the bridge was restarted."),
};
