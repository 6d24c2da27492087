// Something that a page loads, and loads again.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ViewerServerFrame } from "../../wire/viewer_stream.ts";
import { ApiError } from "../api.ts";
import { notify, sentence } from "../stores/notices.ts";
import { onFrame } from "../stores/stream.ts";

export interface Resource<T> {
  data: T | null;
  missing: boolean;
  reload: () => Promise<void>;
  set: (data: T) => void;
}

interface Refresh {
  /** While the page is seen. */
  everyMs?: number;
  /** When a frame of this type comes. */
  on?: ViewerServerFrame["type"];
}

/** Loads at once, when `key` changes, as often as `refresh` says, and when a connection is back that was away. */
export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  { everyMs, on }: Refresh = {},
): Resource<T> {
  const [state, setState] = useState<{ key: string; data: T | null; missing: boolean }>(
    { key, data: null, missing: false },
  );
  const current = state.key === key ? state : { key, data: null, missing: false };
  const failed = useRef(false);
  const reload = useCallback(async () => {
    failed.current = false;
    try {
      setState({ key, data: await load(), missing: false });
    } catch (error) {
      const missing = error instanceof ApiError && [403, 404].includes(error.status);
      failed.current = !missing;
      if (missing) setState({ key, data: null, missing });
      // A connection that is away already shows a banner.
      else if (!(error instanceof ApiError && error.status === 0)) {
        notify(sentence(error), "failed");
      }
    }
  }, [key]);
  useEffect(() => {
    reload();
    const timer = everyMs && setInterval(() => document.hidden || reload(), everyMs);
    const ends = [onFrame("hello", () => failed.current && reload())];
    if (on) ends.push(onFrame(on, reload));
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
    };
  }, [key]);
  return {
    data: current.data,
    missing: current.missing,
    reload,
    set: (data) => setState({ key, data, missing: false }),
  };
}
