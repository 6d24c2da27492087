// A service that runs, people who are signed in to it, and their browsers.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { Bot, Chat, Message, User, Webhook } from "../../wire/records.ts";
import { type Running, startProcess } from "../process.ts";
import { chromiumPath, launch } from "./chromium.ts";

export const PASSWORD = "correct horse battery";

export interface Person {
  user: User;
  token: string;
  context: BrowserContext;
  page: Page;
}

export class House {
  /** Errors of the pages, which no test may leave behind unseen. */
  readonly faults: string[] = [];

  constructor(
    private service: Running | null,
    readonly browser: Browser,
    readonly url: string,
    private readonly env: Record<string, string>,
  ) {}

  get setupToken(): string {
    return this.service!.log().match(/setup#token=(\S+)/)![1]!;
  }

  // deno-lint-ignore no-explicit-any -- tests read whatever they expect, and fail where it is not there
  async call(token: string, method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(
      `${this.url}${path.startsWith("/bots/v1") ? "" : "/api/v1"}${path}`,
      {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      },
    );
    const answer = await response.json();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    }
    return answer;
  }

  async open(
    options: BrowserContextOptions = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await this.browser.newContext({
      locale: "en-GB",
      timezoneId: "Europe/Berlin",
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    const page = await context.newPage();
    this.watch(page);
    return { context, page };
  }

  watch(page: Page): void {
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => this.faults.push(String(error.stack)));
    page.on("console", (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) {
        this.faults.push(message.text());
      }
    });
  }

  /** Someone with an account: the first one sets the service up, further ones are invited. */
  async person(
    name: string,
    options: BrowserContextOptions & { invitedBy?: Person } = {},
  ): Promise<Person> {
    const { invitedBy, ...contextOptions } = options;
    const { context, page } = await this.open(contextOptions);
    const headers = { origin: this.url };
    const account = { name, username: name.split(" ")[0]!.toLowerCase(), password: PASSWORD };
    let path = "/api/v1/setup";
    let data: Record<string, string> = { ...account, setup_token: "" };
    if (invitedBy) {
      const { code } = await this.call(invitedBy.token, "POST", "/invites", {});
      path = `/api/v1/invites/${code}/accept`;
      data = account;
    } else data.setup_token = this.setupToken;
    const answer = await context.request.post(this.url + path, { headers, data });
    const { user } = await answer.json();
    const made = await context.request.post(`${this.url}/api/v1/me/tokens`, {
      headers,
      data: { name: "test" },
    });
    const { token } = await made.json();
    return { user, token, context, page };
  }

  async chat(owner: Person, name: string): Promise<Chat> {
    return (await this.call(owner.token, "POST", "/chats", { name, kind: "group" })).chat;
  }

  async bot(owner: Person, name: string, chat?: Chat): Promise<{ bot: Bot; token: string }> {
    const made = await this.call(owner.token, "POST", "/bots", {
      name,
      username: name.toLowerCase(),
    });
    if (chat) {
      await this.call(owner.token, "PUT", `/chats/${chat.chat_id}/bots/${made.bot.bot_id}`, {});
    }
    return made;
  }

  webhook(owner: Person, chat: Chat, name: string): Promise<{ webhook: Webhook; url: string }> {
    return this.call(owner.token, "POST", `/chats/${chat.chat_id}/webhooks`, { name });
  }

  async say(who: Person, chat: Chat, content: string): Promise<Message> {
    const path = `/chats/${chat.chat_id}/messages`;
    return (await this.call(who.token, "POST", path, { content })).message;
  }

  /** Ends the service as an operator would, and gives its exit code. */
  async stop(): Promise<number | null> {
    const code = await this.service?.stop() ?? null;
    this.service = null;
    return code;
  }

  /** Starts it again where it was. */
  async start(): Promise<void> {
    const port = new URL(this.url).port;
    this.service = await startProcess({ env: { ...this.env, PARLEY_PORT: port } });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.stop();
  }
}

export async function openHouse(env: Record<string, string> = {}): Promise<House> {
  const service = await startProcess({ env });
  try {
    return new House(service, await launch(), service.url, env);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

let isTold = false;

/** A test in a real browser. Without one it is skipped, and says why; never where CI is set. */
export function browserTest(
  name: string,
  run: (house: House) => Promise<void>,
  env: Record<string, string> = {},
): void {
  const isMissing = chromiumPath === null;
  if (isMissing && !isTold) {
    isTold = true;
    console.log("Browser tests are skipped: no Chromium is installed (apt-get install chromium)");
  }
  Deno.test({
    name,
    // Fails where it must not be skipped.
    ignore: isMissing && Deno.env.get("CI") !== "true",
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const house = await openHouse(env);
      try {
        await run(house);
        if (house.faults.length > 0) throw new Error(`The page failed: ${house.faults.join("\n")}`);
      } finally {
        await house.close();
      }
    },
  });
}
