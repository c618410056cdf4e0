import { sentences } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { useEffect, useState } from 'react';
import { paceOf, type Sample, withSample } from './pace.ts';
import '../upload/upload.css';
import './import.css';

const words = {
  read: text('已读 {done} 行', '{done} {done|row|rows} so far'),
  standing: text('等待处理', 'Queued'),
  speed: text('{n} 行/秒', '{n} {n|row|rows}/s'),
  seconds: text('{n} 秒', '{n} s'),
  hours: text('{n} 小时', '{n} h'),
};

/** «12 秒», «3 min»: rounded up, so that the estimate is not exceeded. */
export function roughTime(seconds: number, t: Say): string {
  const [unit, size]: [Text, number] =
    seconds < 90 ? [words.seconds, 1] : seconds < 5400 ? [sentences.minutes, 60] : [words.hours, 3600];
  return t(unit, { n: Math.max(1, Math.ceil(seconds / size)) });
}

/** Progress, speed and time left; the measurement restarts when `run` changes. Without a total only the count is shown. */
export function LiveProgress(props: { label: string; done: number; total: number | undefined; run: string }) {
  const { done, total, run } = props;
  const t = useText();
  const [samples, setSamples] = useState<{ run: string; all: readonly Sample[] }>({ run, all: [] });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const at = Date.now();
    setNow(at);
    setSamples((before) => ({ run, all: withSample(before.run === run ? before.all : [], { at, done }) }));
  }, [done, run]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  const pace = paceOf(samples.all, total ?? done, now);
  const percent = total ? Math.min(100, Math.floor((done / total) * 100)) : undefined;
  const facts = [
    pace ? t(words.speed, { n: countAmount(Math.round(pace.perSecond)) }) : undefined,
    pace && total ? t(sentences.timeLeft, { time: roughTime(pace.secondsLeft, t) }) : undefined,
    done === 0 ? t(words.standing) : undefined,
  ].filter(Boolean);
  return (
    <Stack gap="xs">
      <Inline gap="m" align="baseline">
        <b>{props.label}</b>
        <Span ink="secondary" grows>
          {total
            ? t(sentences.doneOf, { done: countAmount(done), total: countAmount(total) })
            : t(words.read, { done: countAmount(done) })}
        </Span>
        {percent === undefined ? null : (
          <Span size="l" weight="strong">
            {percent}%
          </Span>
        )}
      </Inline>
      <div
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={percent === undefined ? 'meter is-open' : 'meter'}
      >
        <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <Paragraph ink="secondary" size="m">
        {facts.join(' · ') || '\u00a0'}
      </Paragraph>
    </Stack>
  );
}
