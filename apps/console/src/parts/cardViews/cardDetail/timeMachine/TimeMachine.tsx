import { readCardMoment, readCardTimeline } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { reachedByKeys } from '@cardinal/ui/reachedByKeys.ts';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { useState } from 'react';
import TimeInput from '../../../../kit/form/TimeInput.tsx';
import { Panel } from '../../../../kit/Panel.tsx';
import { useSearch } from '../../../../shell/screenContext.ts';
import { Compare, type Moment } from './Compare.tsx';
import { type QuickMoment, quickMoments, type Timeline } from './moments.ts';
import { TimeLine } from './TimeLine.tsx';
import { WhyChain } from './WhyChain.tsx';
import './timeMachine.css';
import { useRead } from '../../../../kit/useRead.ts';

const words = {
  pick: text('选择时刻', 'Choose a time'),
  quick: {
    yesterday: text('昨天此时', 'Yesterday'),
    monthStart: text('本月初', 'Start of month'),
    beforeStop: text('上次停机前', 'Before the last stop'),
  },
  stateAt: text('{time} 的卡', 'The card at {time}'),
  stateNow: text('现在的卡', 'The card now'),
  why: text('为什么停机？', 'Why stopped?'),
  notStopped: text('此时没有停机原因', 'No stop reasons at that time'),
  notYet: text('此时卡尚未入库', 'The card was not yet imported'),
  elsewhere: text('此时卡不归属您', 'The card was not yours then'),
  elsewhereHint: text('只能查看归属期间的状态。', 'You only see its status while it belonged to you.'),
};

const QUICK = Object.keys(words.quick) as QuickMoment[];

function Quick(props: {
  line: Timeline;
  now: number;
  at: number;
  isNow: boolean;
  onPick: (at: number | undefined) => void;
}) {
  const t = useText();
  const moments = quickMoments(props.line, props.now);
  return (
    <Inline below="l">
      {QUICK.map((name) => {
        const at = moments[name];
        return at === undefined ? null : (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={!props.isNow && Math.abs(props.at - at) < 1_000}
            onClick={() => props.onPick(at)}
          >
            {t(words.quick[name])}
          </button>
        );
      })}
      <button type="button" className="button" aria-pressed={props.isNow} onClick={() => props.onPick(undefined)}>
        {t(nouns.now)}
      </button>
    </Inline>
  );
}

function Found(props: { moment: Moment; platform: Platform; isFetching: boolean; isNow: boolean }) {
  const { moment } = props;
  const t = useText();
  if (moment.kind !== 'known') {
    return moment.kind === 'notYet' ? (
      <EmptyState title={t(words.notYet)} />
    ) : (
      <EmptyState title={t(words.elsewhere)} hint={t(words.elsewhereHint)} />
    );
  }
  const title = props.isNow ? t(words.stateNow) : t(words.stateAt, { time: wallTime(moment.at) });
  return (
    <div className={classNames('time-found', props.isFetching && 'is-fetching')}>
      <Panel title={title}>
        <div className="plain-scroll" ref={reachedByKeys}>
          <Compare moment={moment} platform={props.platform} isNow={props.isNow} />
        </div>
      </Panel>
      <Panel title={t(moment.why.length === 0 && moment.diagnosis ? nouns.diagnosis : words.why)}>
        {moment.why.length === 0 ? (
          <Span as="p" ink="secondary">
            {moment.diagnosis?.words ?? t(words.notStopped)}
          </Span>
        ) : (
          moment.why.map((why) => <WhyChain key={why.reason ?? 0} why={why} />)
        )}
      </Panel>
    </div>
  );
}

/** A card's state at any moment: picked on a timeline, shown beside the current state, with the reason of a stop. */
export default function TimeMachine(props: { card: { readonly id: string; readonly platform: Platform } }) {
  const { id, platform } = props.card;
  const t = useText();
  const [search, write] = useSearch();
  const [now] = useState(() => Date.now());
  const asked = Date.parse(search.get('at') ?? '');
  const picked = Number.isNaN(asked) || asked > now ? undefined : asked;
  /** The moment under the pointer while dragging. */
  const [held, setHeld] = useState<number>();

  const line = useRead(readCardTimeline, { id });
  const at = picked === undefined ? undefined : new Date(picked).toISOString();
  const moment = useRead(readCardMoment, { id, ...(at ? { at } : {}) }, { keepsPrevious: true });
  const pick = (to: number | undefined) => {
    setHeld(undefined);
    const next = new URLSearchParams(search);
    if (to === undefined || to >= now) next.delete('at');
    else next.set('at', new Date(to).toISOString());
    write(next);
  };
  const shown = held ?? picked ?? now;
  return (
    <Stack gap="l">
      <Panel
        title={t(words.pick)}
        state={line}
        aside={
          <label className="time-input" htmlFor="time-machine-at">
            {t(nouns.moment)}
            <TimeInput
              id="time-machine-at"
              value={new Date(shown).toISOString()}
              onChange={(value) => pick(value === undefined ? undefined : Date.parse(value))}
              problem={undefined}
            />
          </label>
        }
      >
        {line.data ? (
          <>
            <Quick line={line.data} now={now} at={shown} isNow={picked === undefined} onPick={pick} />
            <TimeLine
              line={line.data}
              now={now}
              at={shown}
              onPick={(to, isSettled) => (isSettled ? pick(to) : setHeld(to))}
            />
          </>
        ) : undefined}
      </Panel>
      {moment.data ? (
        <Found
          moment={moment.data}
          platform={platform}
          isFetching={moment.isPlaceholderData}
          isNow={picked === undefined}
        />
      ) : (
        <Panel title={t(words.stateNow)} state={moment} />
      )}
    </Stack>
  );
}
