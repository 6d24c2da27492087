// A bot that streams its reply as a program of anybody would, over the public interface.
import type { House } from "./house.ts";

const encoder = new TextEncoder();

export class Reply {
  #length = 0;

  private constructor(
    private readonly house: House,
    private readonly token: string,
    readonly id: number,
  ) {}

  static async begin(house: House, token: string, parent: number): Promise<Reply> {
    const path = `/bots/v1/threads/${parent}/replies`;
    const { message_id } = await house.call(token, "POST", path, { status: "GN" });
    return new Reply(house, token, message_id);
  }

  async append(text: string): Promise<void> {
    await this.#patch({ append: text, offset: this.#length });
    this.#length += encoder.encode(text).length;
  }

  finish(more: Record<string, unknown> = {}): Promise<void> {
    return this.#patch({ status: "OK", ...more });
  }

  async #patch(body: Record<string, unknown>): Promise<void> {
    await this.house.call(this.token, "PATCH", `/bots/v1/replies/${this.id}`, body);
  }
}
