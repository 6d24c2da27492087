// Something that a page loads, and loads again.
import { useCallback, useEffect, useState } from "preact/hooks";
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

/** Loads at once, when `key` changes, and as often as `refresh` says. */
export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  { everyMs, on }: Refresh = {},
): Resource<T> {
  const [state, setState] = useState<{ key: string; data: T | null; missing: boolean }>(
    { key, data: null, missing: false },
  );
  const current = state.key === key ? state : { key, data: null, missing: false };
  const reload = useCallback(async () => {
    try {
      setState({ key, data: await load(), missing: false });
    } catch (error) {
      const missing = error instanceof ApiError && [403, 404].includes(error.status);
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
    const stop = on && onFrame(on, reload);
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }, [key]);
  return {
    data: current.data,
    missing: current.missing,
    reload,
    set: (data) => setState({ key, data, missing: false }),
  };
}
