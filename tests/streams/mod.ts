// What a backend may send, good and bad, and what must become of it: the rows of the bridge's tests.
import { BREAKS } from "./breaks.ts";
import { CONTENTS } from "./contents.ts";
import { FORMS } from "./forms.ts";
import { REFUSALS } from "./refusals.ts";

export { FALLBACK, type Stream } from "./plays.ts";

export const STREAMS = [...FORMS, ...CONTENTS, ...BREAKS, ...REFUSALS];
