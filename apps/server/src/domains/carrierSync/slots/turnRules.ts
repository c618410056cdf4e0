import { DAY_MS } from '@cardinal/primitives/time.ts';
import { nextInLine, type Urgency } from '../../carriers/face.ts';

/** Kinds of reading, by the number their turns are kept under. */
export const KIND_NUMBERS = { status: 1, usage: 2, session: 3, realName: 4 } as const;
export type ReadingKind = keyof typeof KIND_NUMBERS;
export const READING_KINDS = Object.keys(KIND_NUMBERS) as ReadingKind[];

/** A card on somebody's screen is read this often. */
export const OPEN_EVERY_SECONDS = 60;
const SOON_SHARE = 4;
const SOONEST_SECONDS = 300;
const NEAR_PERCENT = 80n;
const NEAR_END_DAYS = 2;
/** The longest a carrier's cycle lasts. */
const CYCLE_DAYS = 31;

/** How often cards near a limit are read where the others are read every so many seconds. */
export const soonEvery = (everySeconds: number): number =>
  Math.min(everySeconds, Math.max(SOONEST_SECONDS, Math.floor(everySeconds / SOON_SHARE)));

/** Most of a volume is used; one that is not known, or is nothing, has no end that could be near. */
function isMostUsed(used: string | null, total: string | null): boolean {
  if (used === null || total === null) return false;
  return BigInt(total) > 0n && BigInt(used) * 100n >= BigInt(total) * NEAR_PERCENT;
}

/** How much of a pool at the carrier is used, in bytes; null where it was never told. */
export type PoolFill = { readonly used: string | null; readonly total: string | null; readonly readAt: Date | null };

/**
 * Whether a pool at the carrier is near the end of its volume, or beyond it. A figure that no cycle of today can be in any
 * more says nothing.
 */
export const isNearOverage = ({ used, total, readAt }: PoolFill, now: Date): boolean =>
  readAt !== null && now.getTime() - readAt.getTime() < CYCLE_DAYS * DAY_MS && isMostUsed(used, total);

export type NearCard = {
  readonly lifecycle: string;
  readonly flowUsed: string | null;
  readonly flowTotal: string | null;
  /** The pool at its carrier it is in; its figures are null where it is in none. */
  readonly pool: PoolFill;
  readonly servicePeriodEnd: Date | null;
};

/**
 * Whether a card is worth looking at more often: most of its volume or of its pool's at the carrier is used, or its service
 * ends in these days.
 */
export function isNearLimit(card: NearCard, now: Date): boolean {
  if (card.lifecycle !== 'activated') return false;
  if (isMostUsed(card.flowUsed, card.flowTotal) || isNearOverage(card.pool, now)) return true;
  const left = card.servicePeriodEnd ? card.servicePeriodEnd.getTime() - now.getTime() : Number.NaN;
  return left >= 0 && left <= NEAR_END_DAYS * DAY_MS;
}

/** Which of those that have due cards gives the next batch; the rest never stand still for the urgent. */
export function nextUrgency(due: ReadonlySet<Urgency>, turn: number): Urgency | undefined {
  // The rest has waited longest: it stands first, where every so many turns the longest waiting goes.
  const line = (['rotation', 'soon', 'now'] as const).filter((urgency) => due.has(urgency));
  return line[
    nextInLine(
      line.map((urgency) => ({ urgency })),
      turn,
    )
  ];
}
