// What tools that speak Slack or Mattermost send, flattened to markdown.
type Json = Record<string, unknown>;

export interface SlackMessage {
  content: string;
  username: unknown;
  avatarUrl: unknown;
}

export function fromSlack(payload: Json): SlackMessage {
  const attachments = Array.isArray(payload.attachments) ? payload.attachments : [];
  const parts = [text(payload.text), ...blocks(payload.blocks), ...attachments.map(attachment)];
  return {
    content: parts.filter((part) => part !== "").join("\n\n"),
    username: payload.username,
    avatarUrl: payload.icon_url,
  };
}

/** Cuts a text at a number of characters, the last of them an ellipsis. */
export function cutCharacters(content: string, limit: number): string {
  if (content.length <= limit) return content;
  const characters = [...content];
  return characters.length <= limit ? content : characters.slice(0, limit - 1).join("") + "…";
}

function attachment(value: unknown): string {
  if (!isObject(value)) return "";
  const title = text(value.title);
  const link = text(value.title_link);
  const heading = title === "" ? "" : link === "" ? `**${title}**` : `[**${title}**](${link})`;
  const body = text(value.text);
  const fields = (Array.isArray(value.fields) ? value.fields : []).map(field);
  const parts = [text(value.pretext), heading, body, fields.filter((it) => it !== "").join("\n")];
  const said = [...parts, ...blocks(value.blocks)].filter((part) => part !== "");
  // Slack shows the fallback only where nothing else can be shown.
  return said.length === 0 ? text(value.fallback) : said.join("\n");
}

function field(value: unknown): string {
  if (!isObject(value)) return "";
  const [title, body] = [text(value.title), text(value.value)];
  if (title === "") return body;
  return body === "" ? `**${title}**` : `**${title}:** ${body}`;
}

function blocks(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((block) => {
    if (!isObject(block)) return "";
    const lists = [block.fields, block.elements].flatMap((it) => Array.isArray(it) ? it : []);
    return [block.text, ...lists].map(element).filter((part) => part !== "").join("\n");
  });
}

// Text stands bare or in an object of its own; a button has an address besides.
function element(value: unknown): string {
  if (!isObject(value)) return text(value);
  const said = isObject(value.text) ? text(value.text.text) : text(value.text);
  const url = text(value.url);
  return url === "" || said === "" ? said : `[${said}](${url})`;
}

// <https://a|b> and <https://a> are Slack's links, & < > its only escapes.
function text(value: unknown): string {
  if (typeof value !== "string") return typeof value === "number" ? String(value) : "";
  return value.toWellFormed()
    .replace(/<((?:https?|mailto):[^|<>\s]+)\|([^<>]+)>/g, "[$2]($1)")
    .replace(/<((?:https?|mailto):[^|<>\s]+)>/g, "$1")
    .replace(/<!(here|channel|everyone)(?:\|[^>]*)?>/g, "@$1")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim();
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
