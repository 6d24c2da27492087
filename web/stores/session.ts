// Who is here.
import { computed, signal } from "@preact/signals";
import type { User } from "../../wire/records.ts";
import { ApiError, get, post, remove, whenSignedOut } from "../api.ts";
import { Drafts } from "./drafts.ts";
import { connect, disconnect, onFrame, whenRefused } from "./stream.ts";

export type SessionState = "loading" | "anonymous" | "signed_in" | "unreachable";

export const sessionState = signal<SessionState>("loading");
export const me = signal<User | null>(null);
export const isAdmin = computed(() => me.value?.role === "owner" || me.value?.role === "admin");
export const drafts = computed(() => new Drafts(localStorage, me.value?.user_id ?? "nobody"));

whenSignedOut(() => {
  if (sessionState.value === "signed_in") forget();
});

/** A fresh page knows nothing of what the last person read. Their drafts wait in the browser. */
function forget(): void {
  sessionState.value = "loading";
  disconnect();
  location.reload();
}

const rereaders: (() => Promise<unknown>)[] = [];

/** Called at each attempt to connect while the server answers, but some proxy lets no stream through. */
export function whenWithoutStream(reread: () => Promise<unknown>): void {
  rereaders.push(reread);
}

whenRefused(async (times) => {
  try {
    // The call itself notices that nobody is signed in any more.
    await get("/me");
    if (times > 1) await Promise.all(rereaders.map((reread) => reread()));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
});

onFrame("IdentityEvent", ({ id, display_name, avatar_url }) => {
  if (me.value?.user_id === id) me.value = { ...me.value, display_name, avatar_url };
});

export async function loadSession(): Promise<void> {
  try {
    const { user } = await get<{ user: User }>("/me");
    me.value = user;
    sessionState.value = "signed_in";
    connect();
  } catch (error) {
    const refused = error instanceof ApiError && error.status === 401;
    sessionState.value = refused ? "anonymous" : "unreachable";
  }
}

export async function signIn(username: string, password: string): Promise<void> {
  try {
    await post("/sessions", { username, password });
  } catch (error) {
    const isWrong = error instanceof ApiError && error.status === 401;
    throw isWrong ? new ApiError(401, "wrong_password", error.message) : error;
  }
  await loadSession();
}

export interface SetupForm {
  setup_token: string;
  name: string;
  username: string;
  password: string;
}

export async function setUp(form: SetupForm): Promise<void> {
  await post("/setup", form);
  await loadSession();
}

export async function acceptInvite(
  code: string,
  form: { username: string; name: string; password: string },
): Promise<void> {
  await post(`/invites/${encodeURIComponent(code)}/accept`, form);
  await loadSession();
}

export async function signOut(): Promise<void> {
  await remove("/sessions/current");
  forget();
}
