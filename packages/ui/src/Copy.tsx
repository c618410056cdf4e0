import { text } from '@cardinal/primitives/text.ts';
import { createContext, type ReactNode, use, useCallback } from 'react';
import { writeClipboard } from './clipboard.ts';
import { CopyIcon } from './icons.tsx';
import { useText } from './language.tsx';

export const COPIED = text('复制成功', 'Copied');
export const NOT_COPIED = text('复制失败，请手动选择后复制', 'Copy failed; select the text and copy it manually');
const COPY = text('复制', 'Copy');

type Announce = (message: string, succeeded: boolean) => void;
const AnnounceContext = createContext<Announce>(() => {});

/** How the host announces a copy (a toast). */
export function CopyAnnouncer(props: { announce: Announce; children: ReactNode }) {
  return <AnnounceContext value={props.announce}>{props.children}</AnnounceContext>;
}

/** Copies and announces it; every copy goes through here. */
export function useCopy(): (value: string) => void {
  const announce = use(AnnounceContext);
  const t = useText();
  return useCallback(
    (value) => {
      writeClipboard(value).then(
        () => announce(t(COPIED), true),
        () => announce(t(NOT_COPIED), false),
      );
    },
    [announce, t],
  );
}

/** A small button that copies `value`; `label` names it for screen readers. */
export function CopyButton(props: { value: string; label?: string }) {
  const copy = useCopy();
  const t = useText();
  const name = props.label ? `${t(COPY)} ${props.label}` : t(COPY);
  return (
    <button type="button" className="icon-button icon-button-small" aria-label={name} onClick={() => copy(props.value)}>
      <CopyIcon />
    </button>
  );
}
