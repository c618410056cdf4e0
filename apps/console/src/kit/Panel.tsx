import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { AlertIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { type ReactNode, useId } from 'react';
import { NotLoaded } from './NotLoaded.tsx';
import './panel.css';

const words = {
  asOf: text('数据截至 {time}', 'As of {time}'),
  stale: text('更新失败，显示的是较早的数据', 'Update failed. Showing older data.'),
  loading: text('加载中', 'Loading'),
};

/** The part of a query a panel needs; TanStack's result fits. */
export type PanelState = {
  readonly isPending: boolean;
  /** What is shown answers the previous query. */
  readonly isPlaceholderData: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

/** «数据截至 14:05»; the full date and time on hover. */
export function AsOf(props: { at: string }) {
  const t = useText();
  const whole = wallTime(props.at);
  const isToday = whole.slice(0, 10) === wallTime(Date.now()).slice(0, 10);
  return (
    <time className="as-of" dateTime={props.at} title={whole}>
      {t(words.asOf, { time: isToday ? whole.slice(11, 16) : whole.slice(0, 16) })}
    </time>
  );
}

function Retry(props: { state: PanelState }) {
  const t = useText();
  return <TextButton onClick={() => props.state.refetch()}>{t(verbs.retry)}</TextButton>;
}

function Body(props: { state: PanelState | undefined; height: number | undefined; children: ReactNode }) {
  const { state } = props;
  const t = useText();
  const minHeight = props.height;
  if (state?.isPending) {
    return (
      <div className="panel-waiting" style={{ minHeight }} role="status" aria-label={t(words.loading)}>
        <i className="bone" style={{ width: '62%' }} />
        <i className="bone" style={{ width: '84%' }} />
        <i className="bone" style={{ width: '48%' }} />
      </div>
    );
  }
  if (state?.error && props.children === undefined) {
    return (
      <div className="panel-failed" style={{ minHeight }}>
        <NotLoaded error={state.error} onRetry={state.refetch} />
      </div>
    );
  }
  return (
    <div className={classNames('panel-body', state?.isPlaceholderData && 'is-former')} style={{ minHeight }}>
      {state?.error ? (
        <p className="panel-stale" role="status">
          <AlertIcon size={14} /> {t(words.stale)} <Retry state={state} />
        </p>
      ) : null}
      {props.children}
    </div>
  );
}

/**
 * A framed part of a page with its own title. With `state` it shows loading, failure and retry by itself, so that one slow
 * panel delays no other. Leave `children` undefined until there is something to show.
 */
export function Panel(props: {
  title: string;
  /** When its figures were read. */
  asOf?: string | undefined;
  /** Beside the title: links, a switch. */
  aside?: ReactNode;
  state?: PanelState;
  /** Its height while loading, so that the layout does not shift. */
  height?: number;
  className?: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classNames('panel', props.className)} aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{props.title}</h2>
        <div className="panel-aside">
          {props.asOf ? <AsOf at={props.asOf} /> : null}
          {props.aside}
        </div>
      </header>
      <Body state={props.state} height={props.height}>
        {props.children}
      </Body>
    </section>
  );
}
