import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { groupMarks, type MarkGroup, neighbourOf, type Timeline, type TimelineMark } from './moments.ts';

const words = {
  line: nouns.moment,
  before: text('上一条记录', 'Previous line'),
  after: text('下一条记录', 'Next line'),
  several: text('{n} 条记录', '{n} lines'),
  cut: text('只显示最近 {n} 条记录', 'Showing only the latest {n} records'),
};

/** Shapes work without colour: a square stops, a disc starts, a ring is anything else. */
function shapeOf(marks: readonly TimelineMark[]): string {
  if (marks.some((mark) => ['stop_card', 'forced_stop_card', 'cancel_card'].includes(mark.action))) return 'is-stop';
  return marks.some((mark) => ['reboot_card', 'active_card'].includes(mark.action)) ? 'is-start' : 'is-other';
}

function Mark(props: { group: MarkGroup; isPicked: boolean; onPick: (at: number) => void }) {
  const { group } = props;
  const t = useText();
  const last = group.marks[group.marks.length - 1];
  if (!last) return null;
  const lines = group.marks.slice(-8).map((mark) => `${wallTime(mark.at)}  ${mark.words}`);
  const title = group.marks.length > 8 ? [t(words.several, { n: group.marks.length }), ...lines] : lines;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames('time-mark', shapeOf(group.marks), props.isPicked && 'is-picked')}
      style={{ left: `${group.place * 100}%` }}
      title={title.join('\n')}
      aria-label={title.join('; ')}
      onClick={() => props.onPick(Date.parse(last.at))}
    />
  );
}

/** The card's life as a timeline with history entries as marks; a moment is picked on it or beside it. */
export function TimeLine(props: {
  line: Timeline;
  now: number;
  at: number;
  /** `isSettled`: dragging has ended. */
  onPick: (at: number, isSettled: boolean) => void;
}) {
  const { line, now, at, onPick } = props;
  const t = useText();
  const from = Date.parse(line.from);
  const step = (way: 'before' | 'after') => {
    const mark = neighbourOf(line.marks, at, way);
    return (
      <button
        type="button"
        className="button"
        aria-label={t(words[way])}
        title={t(words[way])}
        disabled={!mark}
        onClick={() => mark && onPick(Date.parse(mark.at), true)}
      >
        {way === 'before' ? '‹' : '›'}
      </button>
    );
  };
  const settle = (input: HTMLInputElement) => onPick(Number(input.value), true);
  return (
    <div className="time-line">
      {step('before')}
      <div className="time-line-body">
        <input
          type="range"
          min={from}
          max={now}
          step={Math.max(1_000, Math.floor((now - from) / 2_000))}
          value={at}
          aria-label={t(words.line)}
          aria-valuetext={wallTime(at)}
          onChange={(event) => onPick(Number(event.target.value), false)}
          onPointerUp={(event) => settle(event.currentTarget)}
          onKeyUp={(event) => settle(event.currentTarget)}
        />
        <div className="time-marks">
          {groupMarks(line.marks, from, now).map((group) => (
            <Mark
              key={group.place}
              group={group}
              isPicked={group.marks.some((mark) => Date.parse(mark.at) === at)}
              onPick={(moment) => onPick(moment, true)}
            />
          ))}
        </div>
        <Inline as="p" justify="between" ink="secondary" size="s">
          <time dateTime={line.from}>{wallTime(from).slice(0, 10)}</time>
          {line.isCut ? <span>{t(words.cut, { n: line.marks.length })}</span> : null}
          <time dateTime={new Date(now).toISOString()}>{wallTime(now).slice(0, 10)}</time>
        </Inline>
      </div>
      {step('after')}
    </div>
  );
}
