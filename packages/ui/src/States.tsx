import { text } from '@cardinal/primitives/text.ts';
import type { ReactNode } from 'react';
import { CopyButton } from './Copy.tsx';
import { useText } from './language.tsx';

const REQUEST = text('请求编号', 'Request ID');
const LOADING = text('加载中', 'Loading');

/** The empty state: why there is nothing, and the next step. */
export function EmptyState(props: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state">
      <svg aria-hidden="true" width="72" height="48" viewBox="0 0 72 48" fill="none" className="state-picture">
        <rect
          x="14"
          y="6"
          width="44"
          height="36"
          rx="4"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeDasharray="4 4"
        />
        <path d="M24 18h24M24 25h16M24 32h10" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      <p className="state-title">{props.title}</p>
      {props.hint ? <p className="state-hint">{props.hint}</p> : null}
      {props.action ? <div className="state-action">{props.action}</div> : null}
    </div>
  );
}

/** The error state: what happened, what was kept, what to do; the request id in small type for support. */
export function ErrorState(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  requestId?: string | undefined;
}) {
  const t = useText();
  return (
    <div className="state" role="alert">
      <svg aria-hidden="true" width="48" height="48" viewBox="0 0 48 48" fill="none" className="state-picture is-bad">
        <path d="M24 8 42 40H6z" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
        <path d="M24 20v9M24 34v.2" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <p className="state-title">{props.title}</p>
      {props.hint ? <p className="state-hint">{props.hint}</p> : null}
      {props.action ? <div className="state-action">{props.action}</div> : null}
      {props.requestId ? (
        <p className="state-request">
          {t(REQUEST)} <code>{props.requestId}</code> <CopyButton value={props.requestId} label={t(REQUEST)} />
        </p>
      ) : null}
    </div>
  );
}

function Bones(props: { count: number; className: string }) {
  return Array.from({ length: props.count }, (_, at) => at).map((at) => (
    <i key={at} className={props.className} style={{ width: `${58 + ((at * 37) % 40)}%` }} />
  ));
}

/** The skeleton of a table, for its first load only. */
export function TableSkeleton(props: { rows?: number; columns?: number }) {
  const t = useText();
  return (
    <div className="skeleton-table" role="status" aria-label={t(LOADING)}>
      {Array.from({ length: props.rows ?? 12 }, (_, at) => at).map((row) => (
        <div key={row} className="skeleton-row">
          <Bones count={props.columns ?? 6} className="bone" />
        </div>
      ))}
    </div>
  );
}

/** The skeleton of a page of facts. */
export function DetailSkeleton() {
  const t = useText();
  return (
    <div className="skeleton-detail" role="status" aria-label={t(LOADING)}>
      <i className="bone bone-title" />
      <Bones count={8} className="bone" />
    </div>
  );
}

/** A loading screen. */
export function ScreenSkeleton() {
  return (
    <div className="skeleton-screen">
      <i className="bone bone-title" />
      <TableSkeleton />
    </div>
  );
}
