// A service with a chat, a bot and webhooks, reached only through a proxy.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type Running, startProcess } from "../process.ts";
import type { Proxy, Site } from "./proxy.ts";

export const OWNER_TOKEN = "svcusr_0123456789abcdefghijklmnop";

export interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests read whatever they expect, and fail where it is not there
  body: any;
  headers: Headers;
}

/** Longer than the minute after which proxies give a silent connection up, and shorter than the examples allow. */
const HEARTBEAT = "100s";

export class Scene {
  chatId = 0;
  bot = "";
  /** Another bot, in a chat of its own where nothing happens. */
  quietBot = "";
  quietChatId = 0;
  readonly #stopped = new Set<Running>();
  readonly #secrets: string[] = [OWNER_TOKEN];

  private constructor(
    readonly site: Site,
    readonly proxy: Proxy,
    readonly running: Running,
    private service: Running,
  ) {}

  static async open(proxy: Proxy, site: Site): Promise<Scene> {
    const service = await startService(site);
    const scene = new Scene(site, proxy, await proxy.start(site), service);
    [scene.chatId, scene.bot] = await scene.#chatWithBot("ops", "helper");
    [scene.quietChatId, scene.quietBot] = await scene.#chatWithBot("quiet", "sleeper");
    return scene;
  }

  get url(): string {
    return `https://localhost:${this.site.port}`;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = OWNER_TOKEN,
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** The path of a new webhook. */
  async webhook(fields: Record<string, unknown> = {}): Promise<string> {
    const path = `/api/v1/chats/${this.chatId}/webhooks`;
    const { body } = await this.call("POST", path, { name: "Alerts", ...fields });
    const { pathname } = new URL(body.url);
    this.#secrets.push(pathname.split("/").at(-1)!);
    return pathname;
  }

  async say(content: string, chatId = this.chatId): Promise<number> {
    const { body } = await this.call("POST", `/api/v1/chats/${chatId}/messages`, { content });
    return body.message.message_id;
  }

  async stopService(): Promise<void> {
    await this.#stop(this.service);
  }

  async startService(): Promise<void> {
    this.service = await startService(this.site);
  }

  /** Ends both, and gives the secrets that the proxy was told and all that it has logged. */
  async end(): Promise<{ secrets: string[]; log: string }> {
    await this.#stop(this.running);
    await this.#stop(this.service);
    const files = this.proxy.logs.map((name) => Deno.readTextFile(join(this.site.folder, name)));
    return {
      secrets: this.#secrets,
      log: [this.running.log(), ...await Promise.all(files)].join("\n"),
    };
  }

  async #stop(process: Running): Promise<void> {
    if (this.#stopped.has(process)) return;
    this.#stopped.add(process);
    assert.equal(await process.stop(), 0);
  }

  async #chatWithBot(name: string, username: string): Promise<[chatId: number, token: string]> {
    const chat = (await this.call("POST", "/api/v1/chats", { name, kind: "group" })).body.chat;
    const bot = { name: username, username, trigger_mode: "all" };
    const made = (await this.call("POST", "/api/v1/bots", bot)).body;
    await this.call("PUT", `/api/v1/chats/${chat.chat_id}/bots/${made.bot.bot_id}`, {});
    this.#secrets.push(made.token);
    return [chat.chat_id, made.token];
  }
}

function startService({ port, servicePort, folder }: Site): Promise<Running> {
  return startProcess({
    env: {
      PARLEY_PORT: String(servicePort),
      PARLEY_DATA: join(folder, "data"),
      PARLEY_BASE_URL: `https://localhost:${port}`,
      PARLEY_TRUSTED_PROXIES: "127.0.0.1,::1",
      PARLEY_OWNER_TOKEN: OWNER_TOKEN,
      PARLEY_HEARTBEAT: HEARTBEAT,
    },
  });
}
