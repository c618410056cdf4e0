import type { readCardTimeline } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';

export type Timeline = AnswerOf<typeof readCardTimeline>;
export type TimelineMark = Timeline['marks'][number];

const DAY_MS = 86_400_000;
const STOPS: readonly string[] = ['stop_card', 'forced_stop_card'];
const BEGUN: readonly string[] = ['asked', 'done'];

export type QuickMoment = 'yesterday' | 'monthStart' | 'beforeStop';

/** The target of a shortcut, in milliseconds; absent if the card's life has no such moment. */
export function quickMoments(line: Timeline, now: number): Partial<Record<QuickMoment, number>> {
  const today = new Date(now);
  const stop = line.marks.findLast((mark) => STOPS.includes(mark.action) && BEGUN.includes(mark.result));
  const from = Date.parse(line.from);
  const all: [QuickMoment, number | undefined][] = [
    ['yesterday', now - DAY_MS],
    ['monthStart', new Date(today.getFullYear(), today.getMonth(), 1).getTime()],
    ['beforeStop', stop && Date.parse(stop.at) - 1_000],
  ];
  return Object.fromEntries(all.filter(([, at]) => at !== undefined && at >= from));
}

/** Groups marks that would overlap on the line, with their relative position. */
export type MarkGroup = { readonly place: number; readonly marks: readonly TimelineMark[] };

/** The length of the line in marks. */
const PLACES = 150;

export function groupMarks(marks: readonly TimelineMark[], from: number, to: number): MarkGroup[] {
  const length = Math.max(1, to - from);
  const placeOf = (mark: TimelineMark) => Math.round(((Date.parse(mark.at) - from) / length) * PLACES);
  return [...Map.groupBy(marks, placeOf)].map(([place, group]) => ({ place: place / PLACES, marks: group }));
}

/** The mark next to a moment: the last before or the first after it. */
export const neighbourOf = (
  marks: readonly TimelineMark[],
  at: number,
  way: 'before' | 'after',
): TimelineMark | undefined =>
  way === 'before'
    ? marks.findLast((mark) => Date.parse(mark.at) < at)
    : marks.find((mark) => Date.parse(mark.at) > at);
