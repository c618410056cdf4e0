import type { Point } from './metrics.ts';

export type Terms = {
  readonly side: 'below' | 'above';
  readonly limit: bigint;
  readonly holdMs: number;
};

/** What is beyond its limit: since when, since when it is back, and whether it was told as an event. */
export type Watched = {
  readonly beyondSince: Date;
  readonly backSince: Date | null;
  readonly isOpen: boolean;
};
export type Step = { readonly watched: Watched | undefined; readonly does: 'open' | 'end' | 'nothing' };

const PARTS = 10n;
const tenth = (limit: bigint): bigint => (limit + PARTS - 1n) / PARTS;

export const isBeyond = ({ side, limit }: Pick<Terms, 'side' | 'limit'>, value: bigint): boolean =>
  side === 'below' ? value < limit : value >= limit;

/** A tenth of the limit on its good side: between the two nothing changes, so that what flaps is one event. */
export const isBack = ({ side, limit }: Pick<Terms, 'side' | 'limit'>, value: bigint): boolean =>
  side === 'below' ? value >= limit + tenth(limit) : value < limit && value <= limit - tenth(limit);

export const worse = ({ side }: Pick<Terms, 'side'>, a: bigint, b: bigint): bigint =>
  (side === 'below') === a < b ? a : b;

/** What a figure at a moment means for what was watched before. A value that is not known changes nothing. */
export function stepOf(before: Watched | undefined, value: bigint | null, now: Date, terms: Terms): Step {
  if (value === null) return { watched: before, does: 'nothing' };
  const lasted = (since: Date) => +now - +since >= terms.holdMs;
  if (!before?.isOpen) {
    if (!isBeyond(terms, value)) return { watched: undefined, does: 'nothing' };
    const beyondSince = before?.beyondSince ?? now;
    const opens = lasted(beyondSince);
    return { watched: { beyondSince, backSince: null, isOpen: opens }, does: opens ? 'open' : 'nothing' };
  }
  if (!isBack(terms, value)) return { watched: { ...before, backSince: null }, does: 'nothing' };
  const backSince = before.backSince ?? now;
  return lasted(backSince)
    ? { watched: undefined, does: 'end' }
    : { watched: { ...before, backSince }, does: 'nothing' };
}

export type PastEvent = { readonly openedAt: Date; readonly resolvedAt: Date | null; readonly worst: bigint };

/** The events that a rule would have written of past values, each of which held until the next. */
export function replay(points: readonly Point[], until: Date, terms: Terms): PastEvent[] {
  const events: PastEvent[] = [];
  let watched: Watched | undefined;
  const take = ({ at, value }: Point) => {
    const step = stepOf(watched, value, at, terms);
    watched = step.watched;
    if (step.does === 'open') events.push({ openedAt: at, resolvedAt: null, worst: value });
    const last = events.at(-1);
    if (!last || last.resolvedAt) return;
    if (step.does === 'end') events[events.length - 1] = { ...last, resolvedAt: at };
    else if (watched?.isOpen) events[events.length - 1] = { ...last, worst: worse(terms, last.worst, value) };
  };
  points.forEach((point, place) => {
    take(point);
    const end = points[place + 1]?.at ?? until;
    const held = new Date(+point.at + terms.holdMs);
    // What lasts is told while nothing moves.
    if (terms.holdMs > 0 && held < end) take({ at: held, value: point.value });
  });
  return events;
}
