import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import type { BarTone } from '@cardinal/ui/layout/Bar.tsx';
import { PartsBar } from '@cardinal/ui/layout/Bar.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { spokenDuration } from '@cardinal/ui/moments.ts';
import { shareOf } from '../../shell/taskPace.ts';

const words = {
  progress: nouns.progress,
  of: text('{settled} / {total}', '{settled} / {total}'),
  failed: sentences.failed,
  skipped: text('跳过 {n}', '{n} skipped'),
  confirming: text('待确认 {n}', '{n} unconfirmed'),
  left: sentences.timeLeft,
};

type Counts = {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly confirming: number;
};

/** The results of the items, in the order of the bar. */
const PARTS = ['done', 'failed', 'skipped', 'confirming'] as const;

const TONES: Readonly<Record<(typeof PARTS)[number], BarTone>> = {
  done: 'success',
  failed: 'danger',
  skipped: 'edge',
  confirming: 'pending',
};

/** The progress of a task as a bar and in numbers. Items that wait for the carrier are hatched and not counted as done. */
export function TaskBar({ counts, secondsLeft }: { counts: Counts; secondsLeft?: number | null }) {
  const t = useText();
  const language = useLanguage();
  const { settled, share } = shareOf(counts);
  const said = [
    t(words.of, { settled: countAmount(settled), total: countAmount(counts.total) }),
    ...(['failed', 'skipped', 'confirming'] as const).flatMap((part) =>
      counts[part] > 0 ? [t(words[part], { n: countAmount(counts[part]) })] : [],
    ),
    ...(secondsLeft ? [t(words.left, { time: spokenDuration(secondsLeft, language) })] : []),
  ].join(' · ');
  return (
    <Inline as="span" isOneLine>
      <Span
        role="progressbar"
        width="xxs"
        aria-label={t(words.progress)}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={said}
      >
        <PartsBar
          parts={[
            ...PARTS.map((part) => ({ key: part, amount: counts[part], tone: TONES[part] })),
            { key: 'open', amount: counts.total - settled - counts.confirming, tone: 'faint' },
          ]}
        />
      </Span>
      <Span as="small" isCut title={said}>
        {said}
      </Span>
    </Inline>
  );
}
