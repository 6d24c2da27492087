// The fields that bodies of the app's API share, each with the sentence that says what it takes.
import { z } from "zod";
import { usableAvatar, usableName } from "../../chat/identity.ts";
import { USERNAME } from "../../chat/mentions.ts";
import { pathId } from "../parsing.ts";

const MAX_TEXT = 1000;
const count = (text: string) => [...text].length;

/** What the description says of a text that is refused when it is empty or blank. */
const VISIBLE = { minLength: 1, pattern: "\\S" };

const textError = (what: string) => ({ error: `must be ${what}` });

const NAME = textError("a string of 1 to 80 characters after trimming");
export const Name = z.string(NAME)
  .refine((value) => usableName(value) !== null, NAME)
  .transform((value) => value.trim())
  .meta({ description: "1 to 80 characters", ...VISIBLE, maxLength: 80 });

const DESCRIPTION = textError(`a string of at most ${MAX_TEXT} characters`);
export const Description = z.string(DESCRIPTION)
  .refine((value) => value.isWellFormed() && count(value) <= MAX_TEXT, DESCRIPTION)
  .transform((value) => value.trim())
  .meta({ description: `At most ${MAX_TEXT} characters`, maxLength: MAX_TEXT });

const AVATAR = textError("an absolute http(s) URL of at most 2048 characters, or null for none");
/** Null or an empty string takes the picture away. */
export const Avatar = z.string(AVATAR).nullable()
  .refine((value) => value === null || value === "" || usableAvatar(value) !== null, AVATAR)
  .transform((value) => value === null ? null : usableAvatar(value))
  .meta({
    description: "An absolute http(s) URL; the service never fetches it. Null for none",
    pattern: "^(https?://[^\\s]+)?$",
    maxLength: 2048,
  });

/** Null or an empty string takes the name away, so that the default is used. */
export const OptionalName = z.string(NAME).nullable()
  .refine((value) => value === null || value.trim() === "" || usableName(value) !== null, NAME)
  .transform((value) => value === null || value.trim() === "" ? null : value.trim())
  .meta({ description: "1 to 80 characters; null for the default", maxLength: 80 });

const USERNAME_ERROR = textError(
  "1 to 32 letters, digits, dots, hyphens or underscores, beginning and ending with a letter or digit",
);
export const Username = z.string(USERNAME_ERROR)
  .transform((value) => value.trim().replace(/^@/, "").toLowerCase())
  .refine((value) => USERNAME.test(value), USERNAME_ERROR)
  .meta({
    description: "Lower case; unique among people and bots",
    pattern: "^[A-Za-z0-9]([A-Za-z0-9._-]{0,30}[A-Za-z0-9])?$",
  });

export const Password = z.string(textError("a string of at least 10 characters"))
  .meta({
    description: "At least 10 characters, at most 256 bytes",
    minLength: 10,
    maxLength: 256,
  });

export const Enabled = z.boolean(textError("true or false"));

const GRACE = textError("a whole number of seconds from 0 to 86400");
export const Grace = z.int(GRACE).min(0, GRACE).max(86_400, GRACE).nullish()
  .transform((seconds) => (seconds ?? 0) * 1000)
  .meta({ description: "Seconds for which the old secret lives on; 0 ends it at once" });

const LIFETIME = textError("a whole number of seconds from 60 to 31536000");
export const Lifetime = z.int(LIFETIME).min(60, LIFETIME).max(31_536_000, LIFETIME);

/** The chat or message that a path names; null names none. */
export const idIn = (params: Readonly<Record<string, string>>, name: string) =>
  pathId(params[name]);

export const Done = z.object({ ok: z.literal(true) });
export const success = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ ok: z.literal(true), ...shape });
