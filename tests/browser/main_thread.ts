// How long the page's main thread was held up, task by task, as the browser's own trace tells it.
import type { Page } from "playwright-core";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds by the clock. */
  dur: number;
  /** Microseconds that the thread had the processor; missing at the very start of a trace. */
  tdur?: number;
  args: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
}

export interface Busy {
  /** The longest task in milliseconds, without the time in which it waited for a processor. */
  longest: number;
  tasks: number;
}

/** What the page's tasks took while `run` ran. */
export async function busyDuring(page: Page, run: () => Promise<void>): Promise<Busy> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ["toplevel"] });
  let trace: Uint8Array;
  try {
    await run();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace));
  const times = pageTasks(traceEvents).map(workOf);
  // A trace of another kind must not pass for a calm page.
  if (times.length === 0) throw new Error("The trace tells of no task of the page");
  return { longest: times.reduce((most, time) => Math.max(most, time), 0), tasks: times.length };
}

/** The tasks on the page's main thread, except those in which it answers what the test asks it. */
function pageTasks(events: TraceEvent[]): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const mains = events.filter(({ args }) => args?.name === "CrRendererMain").map(threadOf);
  const isOnMain = (event: TraceEvent) => event.ph === "X" && mains.includes(threadOf(event));
  const asked = events.filter((event) =>
    isOnMain(event) &&
    event.args?.chrome_mojo_event_info?.mojo_interface_tag === "blink.mojom.DevToolsSession"
  );
  const isAsked = (task: TraceEvent) =>
    asked.some((event) =>
      threadOf(event) === threadOf(task) && event.ts >= task.ts && event.ts < task.ts + task.dur
    );
  return events.filter((event) =>
    event.name === "ThreadControllerImpl::RunTask" && isOnMain(event) && !isAsked(event)
  );
}

/** Milliseconds. Either clock can tell too much: one counts waiting, the other ticks coarsely on some machines. */
function workOf({ dur, tdur }: TraceEvent): number {
  return Math.min(dur, tdur ?? dur) / 1000;
}
