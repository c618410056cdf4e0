import { text } from '@cardinal/primitives/text.ts';
import type { ReactNode } from 'react';
import { useLanguage, useText } from './language.tsx';
import { relativeTime } from './moments.ts';

/** Shapes that work without colour: a disc is on, a square stopped, a ring not yet, a cross closed. */
export type StatusShape = 'disc' | 'square' | 'ring' | 'cross' | 'half';
export type Tone = 'good' | 'bad' | 'warning' | 'neutral' | 'busy';
export type StatusLook = { readonly shape: StatusShape; readonly tone: Tone };

const DRAWN: Record<StatusShape, ReactNode> = {
  disc: <circle cx="4" cy="4" r="3.6" fill="currentColor" />,
  square: <rect x="0.6" y="0.6" width="6.8" height="6.8" rx="1" fill="currentColor" />,
  ring: <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="1.3" />,
  cross: <path d="M1 1l6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
  half: (
    <>
      <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M4 1a3 3 0 0 1 0 6z" fill="currentColor" />
    </>
  ),
};

function Mark(props: StatusLook) {
  return (
    <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8" className={`status-mark tone-${props.tone}`}>
      {DRAWN[props.shape]}
    </svg>
  );
}

const BECOMING = text('正在变为', 'becoming');
const SINCE = text('{age}提交，等待确认', 'asked {age}, not confirmed yet');

export type Pending = StatusLook & { readonly word: string; readonly since?: string };

/**
 * A status as shape, text and colour. `pending` is a requested, unconfirmed change («● 已激活 → ■ 停机中»); `origin` is the other
 * system's own term, in grey; `reasons` are in small type, oldest first.
 */
export function StatusTag(
  props: StatusLook & {
    word: string;
    pending?: Pending | undefined;
    origin?: string | undefined;
    reasons?: readonly string[] | undefined;
  },
) {
  const t = useText();
  const language = useLanguage();
  const { pending } = props;
  const age = pending?.since ? relativeTime(pending.since, Date.now(), language) : undefined;
  // A narrow column truncates the reasons; the tooltip shows them in full.
  const small = [...(props.origin ? [props.origin] : []), ...(props.reasons ?? [])];
  return (
    <span className="status" title={small.length > 0 ? [props.word, ...small].join(' · ') : undefined}>
      <Mark shape={props.shape} tone={props.tone} />
      {props.word}
      {pending ? (
        <span className="status-pending" title={age ? t(SINCE, { age }) : undefined}>
          <span aria-hidden="true" className="status-arrow">
            →
          </span>
          <span className="only-heard">{t(BECOMING)}</span>
          <Mark shape={pending.shape} tone="busy" />
          {pending.word}
          {age ? <small>{age}</small> : null}
        </span>
      ) : null}
      {props.origin ? <small>{props.origin}</small> : null}
      {props.reasons?.map((reason) => (
        <small key={reason} className="status-reason">
          {reason}
        </small>
      ))}
    </span>
  );
}
