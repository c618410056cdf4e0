import { text } from '@cardinal/primitives/text.ts';
import { type MouseEvent, useSyncExternalStore } from 'react';
import { useLanguage, useText } from './language.tsx';
import { relativeTime, wallTime } from './moments.ts';

const NOWHERE = text('—', '—');

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;
let tick = 0;

/** One timer for all relative times on the page, and none while there are none. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    tick += 1;
    for (const each of listeners) each();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/** `yyyy-MM-dd HH:mm:ss` with «3 分钟前» on hover. */
export function TimeText(props: { at: string | null | undefined; zone?: string }) {
  const language = useLanguage();
  const t = useText();
  const { at } = props;
  if (!at) return <span className="nothing">{t(NOWHERE)}</span>;
  const explain = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.title = relativeTime(at, Date.now(), language);
  };
  return (
    <time dateTime={at} className="time" onMouseEnter={explain}>
      {wallTime(at, props.zone)}
    </time>
  );
}

/** For feeds: «3 分钟前» with the exact time on hover, updated over time. */
export function TimeAgo(props: { at: string }) {
  const language = useLanguage();
  useSyncExternalStore(subscribe, () => tick);
  return (
    <time dateTime={props.at} title={wallTime(props.at)} className="time">
      {relativeTime(props.at, Date.now(), language)}
    </time>
  );
}
