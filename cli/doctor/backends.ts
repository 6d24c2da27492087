import { type Check, failure, type Finding, ok, warning } from "./check.ts";

interface Agent {
  backend?: { url?: string; api_key?: string; headers?: Record<string, string> };
}

/** Whether each agent's backend is in reach and takes its key. Nothing secret is shown, not even the URL's path. */
export const checkBackends: Check = async ({ config, fetch: send }) => {
  const agents = (config.bridge as { agents?: Agent[] } | null)?.agents ?? [];
  if (agents.length === 0) return [ok("bridge", "no agents are configured")];
  return await Promise.all(
    agents.map(({ backend }, index) => checkBackend(backend, index + 1, send)),
  );
};

async function checkBackend(
  backend: Agent["backend"],
  number: number,
  send: typeof fetch,
): Promise<Finding> {
  const about = `agent ${number}`;
  if (!backend?.url || !URL.canParse(backend.url)) {
    return failure(
      about,
      "its backend has no url",
      "Set backend.url, such as http://127.0.0.1:11434/v1",
    );
  }
  const { origin } = new URL(backend.url);
  const authorization: Record<string, string> = backend.api_key
    ? { Authorization: `Bearer ${backend.api_key}` }
    : {};
  try {
    const response = await send(`${backend.url.replace(/\/$/, "")}/models`, {
      headers: { ...authorization, ...backend.headers },
      signal: AbortSignal.timeout(5000),
    });
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) {
      return failure(
        about,
        `${origin} refuses the key (HTTP ${response.status})`,
        "Correct backend.api_key",
      );
    }
    return response.status >= 500
      ? warning(about, `${origin} answers HTTP ${response.status}`, "Look into the backend's log")
      : ok(about, `${origin} answers`);
  } catch {
    return failure(
      about,
      `nothing answers at ${origin}`,
      "Start the backend, or correct backend.url",
    );
  }
}
