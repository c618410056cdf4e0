import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { shareOf } from '../../../shell/taskPace.ts';
import './tasks.css';

const words = {
  progress: text('进度', 'Progress'),
  of: text('{settled} / {total}', '{settled} / {total}'),
  failed: text('失败 {n}', '{n} failed'),
  skipped: text('跳过 {n}', '{n} skipped'),
  confirming: text('待确认 {n}', '{n} unconfirmed'),
};

type Counts = {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly confirming: number;
};

/** How far a task is, in a bar and in numbers; what waits for the carrier is not counted as done. */
export function TaskBar({ counts }: { counts: Counts }) {
  const t = useText();
  const { settled, share } = shareOf(counts);
  const parts = [
    t(words.of, { settled: countAmount(settled), total: countAmount(counts.total) }),
    ...(counts.failed > 0 ? [t(words.failed, { n: countAmount(counts.failed) })] : []),
    ...(counts.skipped > 0 ? [t(words.skipped, { n: countAmount(counts.skipped) })] : []),
    ...(counts.confirming > 0 ? [t(words.confirming, { n: countAmount(counts.confirming) })] : []),
  ];
  return (
    <span className="task-bar">
      <progress aria-label={t(words.progress)} value={share} max={1} />
      <small>{parts.join(' · ')}</small>
    </span>
  );
}
