import { useLayoutEffect, useRef } from "preact/hooks";
import { MarkdownView } from "../markdown/view.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";

interface Props {
  source: string;
  mentions: string[];
  onRendered?: () => void;
}

/** Markdown that may be growing. Its content is laid down by the view, so that Preact compares none of it. */
export function Markdown({ source, mentions, onRendered }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  useLayoutEffect(() => {
    const options = {
      words: { copy: t("copy"), copied: t("copied"), code: t("code"), table: t("table") },
      mentions: mentions.map((name) => name.toLowerCase()),
      me: me.peek()?.username ?? null,
      onRendered,
    };
    view.current ??= new MarkdownView(root.current!, options);
    view.current.update(source, options);
  });
  useLayoutEffect(() => () => view.current?.dispose(), []);
  return <div ref={root} class="markdown" />;
}
