// The only wiring, and the one list of every route.
import type { Context } from "./chat/context.ts";
import { Sweeper } from "./chat/sweeper.ts";
import { auditRoutes } from "./routes/app/audit.ts";
import { botRoutes } from "./routes/app/bots.ts";
import { chatRoutes } from "./routes/app/chats.ts";
import { meRoutes } from "./routes/app/me.ts";
import { membershipRoutes } from "./routes/app/memberships.ts";
import { messageRoutes } from "./routes/app/messages.ts";
import { peopleRoutes } from "./routes/app/people.ts";
import { searchRoutes } from "./routes/app/search.ts";
import { sessionRoutes } from "./routes/app/sessions.ts";
import { viewerStreamRoute } from "./routes/app/stream.ts";
import { webhookRoutes } from "./routes/app/webhooks.ts";
import { BotHub } from "./routes/bot_hub.ts";
import { readBotSelf } from "./routes/bot_me.ts";
import { postBotMessage } from "./routes/bot_messages.ts";
import {
  changeBotReply,
  createBotReply,
  listBotReplies,
  readBotThread,
} from "./routes/bot_replies.ts";
import { botStreamRoutes } from "./routes/bot_stream.ts";
import { Deadlines } from "./routes/deadlines.ts";
import { descriptionRoutes } from "./routes/description.ts";
import { postMattermostHook, postSlackHook } from "./routes/hooks_slack.ts";
import { Metrics } from "./routes/metrics_registry.ts";
import { operationsRoutes } from "./routes/operations.ts";
import { type Handler, newHandler } from "./routes/pipeline.ts";
import type { Route } from "./routes/route.ts";
import { ViewerHub } from "./routes/viewer_hub.ts";
import { serveAsset } from "./routes/web_assets.ts";
import { postWebhook } from "./routes/webhooks.ts";

export interface App {
  context: Context;
  handle: Handler;
  metrics: Metrics;
  routes: readonly Route[];
  sweeper: Sweeper;
  /** Refuses readiness from now on and closes every stream with 1012; resolves when all have ended. */
  drain(): Promise<void>;
}

export interface AppOptions {
  furtherMetrics?: () => string;
}

export function createApp(context: Context, options: AppOptions = {}): App {
  const metrics = new Metrics();
  const deadlines = new Deadlines();
  const bots = new BotHub(context);
  const viewers = new ViewerHub(context);
  const sweeper = new Sweeper(context, (reply) => viewers.stalled(reply));
  let draining = false;
  const openStreams = (botId: string) => {
    const bot = context.store.directory.bot(botId);
    return bot === null ? 0 : bots.openStreams(bot.ref);
  };
  context.openStreams = openStreams;
  bots.onChange((botId) => viewers.botConnected(botId, openStreams(botId)));
  addGauges(metrics, context, bots, viewers);

  const routes: readonly Route[] = [
    postWebhook,
    postSlackHook,
    postMattermostHook,
    postBotMessage,
    createBotReply,
    changeBotReply,
    listBotReplies,
    readBotThread,
    readBotSelf,
    ...botStreamRoutes(bots),
    viewerStreamRoute(viewers),
    ...sessionRoutes,
    ...meRoutes,
    ...peopleRoutes,
    ...chatRoutes,
    ...messageRoutes,
    ...webhookRoutes,
    ...botRoutes,
    ...membershipRoutes,
    ...auditRoutes,
    ...searchRoutes,
    ...descriptionRoutes(() => routes),
    ...operationsRoutes({
      metrics,
      isDraining: () => draining,
      furtherMetrics: options.furtherMetrics ?? (() => ""),
    }),
  ];
  return {
    context,
    handle: newHandler(context, routes, metrics, deadlines, serveAsset),
    metrics,
    routes,
    sweeper,
    async drain() {
      draining = true;
      sweeper.stop();
      deadlines.stop();
      await Promise.all([bots.drain(), viewers.drain()]);
    },
  };
}

function addGauges(metrics: Metrics, { store }: Context, bots: BotHub, viewers: ViewerHub): void {
  const gauge = (
    name: string,
    help: string,
    read: () => number,
    type: "gauge" | "counter" = "gauge",
  ) => metrics.gauge({ name: `parley_${name}`, help, type, read });
  gauge("bot_streams_open", "Open streams of bots", () => bots.open);
  gauge("viewer_streams_open", "Open streams of viewers", () => viewers.open);
  gauge("writes_waiting", "Writes that wait for a commit", () => store.journal.waiting);
  gauge("commits_total", "Commits of the store", () => store.journal.commits, "counter");
  gauge(
    "commit_conflicts_total",
    "Commits that met another writer",
    () => store.journal.conflicts,
    "counter",
  );
  gauge("log_head", "The newest log id", () => store.journal.headId);
  gauge("log_mark", "The log id up to which projections are laid down", () => store.mark);
  gauge("replies_generating", "Replies under generation", () => store.generating.all().length);
  gauge("process_resident_memory_bytes", "Resident memory", () => Deno.memoryUsage().rss);
}
