import { useState } from "preact/hooks";

const HUES = 8;

/** By name, so that each name a webhook speaks under has a colour of its own. */
function hueOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 33 + char.charCodeAt(0)) >>> 0;
  return ((sum ^ (sum >>> 8)) >>> 0) % HUES;
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/[\s._-]+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen.map((word) => [...word][0]!.toUpperCase()).join("") || "?";
}

function isPicture(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url);
}

interface Props {
  name: string;
  url?: string | null;
  size?: number;
  square?: boolean;
}

/** The picture, or the initials where there is none or it does not load. The name stands beside it as text. */
export function Avatar({ name, url = null, size = 36, square = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const style = { width: `${size}px`, height: `${size}px`, fontSize: `${size * 0.4}px` };
  const shape = square ? "avatar avatar-square" : "avatar";
  if (isPicture(url) && broken !== url) {
    return (
      <img
        class={shape}
        style={style}
        src={url}
        alt=""
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setBroken(url)}
      />
    );
  }
  return (
    <span class={`${shape} avatar-${hueOf(name)}`} style={style} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
