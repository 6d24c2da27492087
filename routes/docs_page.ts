// The API's description as a page that people read: rendered here, without a script.
import type { Json, OpenApi, Operation, Parameter } from "./openapi.ts";

export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #8885; --soft: #8882; --link: light-dark(#0b57d0, #8ab4f8) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
a { color: var(--link) }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
nav ul { columns: 18rem; padding-left: 1rem } nav li { break-inside: avoid }
section { border-top: 1px solid var(--line); margin-top: 2rem }
article { margin: 1.5rem 0; padding: .25rem 1rem 1rem; border: 1px solid var(--line); border-radius: .5rem }
article h3 { overflow-wrap: anywhere } h4 { margin: 1rem 0 .25rem }
.method { padding: .1rem .4rem; border-radius: .25rem; background: var(--soft) }
table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { padding-left: 0 }
.wide { overflow-x: auto }
`;

export function docsPage(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );
  const chapters = api.tags.map(({ name, description }) => ({
    name,
    description,
    entries: operations.filter(({ operation }) => operation.tags.includes(name)),
  })).filter(({ entries }) => entries.length > 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley's API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>Parley's API</h1>
<p>Version ${escape(String(api.info.version))} at <code>${
    escape(String(api.servers[0]?.url))
  }</code>.
Machines read the same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<p>${inline(String(api.info.description))}</p>
</header>
<nav aria-label="Chapters">
${chapters.map(contents).join("\n")}
</nav>
<main>
${chapters.map(chapter).join("\n")}
<section id="records">
<h2>Records</h2>
${Object.entries(api.components.schemas).map(component).join("\n")}
</section>
</main>
</body>
</html>
`;
}

interface Entry {
  path: string;
  method: string;
  operation: Operation;
}
interface Chapter {
  name: string;
  description: string;
  entries: Entry[];
}

function contents({ name, entries }: Chapter): string {
  const items = entries.map(({ operation: { operationId, summary } }) =>
    `<li><a href="#${operationId}">${escape(summary)}</a></li>`
  );
  return `<h2>${escape(name)}</h2>\n<ul>${items.join("")}</ul>`;
}

function chapter({ name, description, entries }: Chapter): string {
  return `<section>
<h2>${escape(name)}</h2>
<p>${inline(description)}</p>
${entries.map(article).join("\n")}
</section>`;
}

function article({ path, method, operation }: Entry): string {
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation;
  const who = security.map((scheme) => WHO[Object.keys(scheme)[0]!]).join(" or ");
  const body = requestBody?.content["application/json"]?.schema;
  const answers = Object.entries(responses);
  const done = answers.find(([status]) => status < "400");
  const [type, content] = Object.entries(done?.[1].content ?? {})[0] ?? [];
  return `<article id="${operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3>
<p>${inline(summary)}.${who === "" ? "" : ` Needs ${who}.`}</p>
${parameters.length === 0 ? "" : `<h4>Parameters</h4>\n${parameterTable(parameters)}`}
${body === undefined ? "" : `<h4>Body</h4>\n${shape(body)}`}
${answer(done?.[0], done?.[1].description ?? "", type, content?.schema)}
${refusals(answers)}
</article>`;
}

const WHO: Record<string, string> = {
  bot_token: "a bot's token",
  access_token: "an access token",
  session: "a session",
};

function answer(status = "200", description: string, type?: string, schema?: Json): string {
  const told = schema === undefined
    ? `<p>${inline(description)}</p>`
    : type === "text/plain"
    ? "<p>Plain text.</p>"
    : shape(schema);
  return `<h4>Answer ${status}</h4>\n${told}`;
}

function refusals(answers: [string, { description: string }][]): string {
  const rows = answers.filter(([status]) => status >= "400").flatMap(([status, { description }]) =>
    description.split("\n\n").map((line) => {
      const [, code = "", text = ""] = /^`(\w+)`: (.*)$/s.exec(line) ?? [];
      return [status, `<code>${code}</code>`, inline(text)];
    })
  );
  return rows.length === 0 ? "" : `<h4>Refusals</h4>\n${table(["Status", "Error", ""], rows)}`;
}

function parameterTable(parameters: Parameter[]): string {
  return table(
    ["Name", "In", "Type", ""],
    parameters.map(({ name, in: place, required, schema, description = "" }) => [
      `<code>${escape(name)}</code>`,
      place,
      typeOf(schema),
      `${required ? "Required. " : ""}${inline(description)}`,
    ]),
  );
}

function component([name, schema]: [string, Json]): string {
  return `<article id="record-${name}">\n<h3>${escape(name)}</h3>\n${shape(schema)}\n</article>`;
}

/** A record's fields as a table, or a type in words. */
function shape(schema: Json): string {
  const properties = schema.properties as Record<string, Json> | undefined;
  if (properties === undefined) return `<p>${typeOf(schema)}</p>`;
  const required = (schema.required ?? []) as string[];
  return table(
    ["Field", "Type", ""],
    Object.entries(properties).map(([name, field]) => [
      `<code>${escape(name)}</code>`,
      typeOf(field),
      `${required.includes(name) ? "" : "Optional. "}${inline(String(field.description ?? ""))}`,
    ]),
  );
}

function typeOf(schema: Json): string {
  const { $ref, type, items, anyOf, oneOf, format, properties } = schema;
  if (typeof $ref === "string") {
    const name = escape($ref.split("/").at(-1)!);
    return `<a href="#record-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((value) => `<code>${escape(String(value))}</code>`).join(" ");
  }
  const options = (anyOf ?? oneOf) as Json[] | undefined;
  if (options !== undefined) return options.map(typeOf).join(" or ");
  if (type === "array") return `list of ${typeOf((items ?? {}) as Json)}`;
  if (properties !== undefined) {
    const fields = Object.entries(properties as Record<string, Json>);
    return `{ ${fields.map(([name, field]) => `${escape(name)}: ${typeOf(field)}`).join(", ")} }`;
  }
  const name = Array.isArray(type) ? type.join(" or ") : type === undefined ? "any" : String(type);
  return escape(format === undefined ? name : `${name} (${format})`);
}

function table(head: string[], rows: string[][]): string {
  const cells = (tag: string, row: string[]) =>
    row.map((cell) => `<${tag}>${cell}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n");
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells("th", head)}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

/** Escaped text with its `code` marked up. */
function inline(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char]!);
}
