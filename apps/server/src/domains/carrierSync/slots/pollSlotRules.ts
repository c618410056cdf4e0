import { DAY_MS } from '@cardinal/primitives/time.ts';
import { nextInLine, type Urgency } from '../../../outbound/gate/urgencyRules.ts';

/** Reading kinds by the number stored with poll slots. */
export const KIND_NUMBERS = { status: 1, usage: 2, session: 3, realName: 4 } as const;
export type ReadingKind = keyof typeof KIND_NUMBERS;
export const READING_KINDS = Object.keys(KIND_NUMBERS) as ReadingKind[];

/** Polling interval of a card open on a screen. */
export const OPEN_EVERY_SECONDS = 60;
const SOON_SHARE = 4;
const SOONEST_SECONDS = 300;
const NEAR_PERCENT = 80n;
const NEAR_END_DAYS = 2;
/** The longest billing cycle of a carrier. */
const CYCLE_DAYS = 31;

/** The polling interval of cards near a limit, from the ordinary interval. */
export const soonEvery = (everySeconds: number): number =>
  Math.min(everySeconds, Math.max(SOONEST_SECONDS, Math.floor(everySeconds / SOON_SHARE)));

/** Most of a volume is used; an unknown or empty volume is never near its end. */
function isMostUsed(used: string | null, total: string | null): boolean {
  if (used === null || total === null) return false;
  return BigInt(total) > 0n && BigInt(used) * 100n >= BigInt(total) * NEAR_PERCENT;
}

/** How much of a carrier pool is used, in bytes; null if never reported. */
export type PoolFill = { readonly used: string | null; readonly total: string | null; readonly readAt: Date | null };

/** Whether a carrier pool is near overage or beyond it. A figure older than any running cycle is ignored. */
export const isNearOverage = ({ used, total, readAt }: PoolFill, now: Date): boolean =>
  readAt !== null && now.getTime() - readAt.getTime() < CYCLE_DAYS * DAY_MS && isMostUsed(used, total);

export type NearCard = {
  readonly lifecycle: string;
  readonly flowUsed: string | null;
  readonly flowTotal: string | null;
  /** Its carrier pool; the figures are null without one. */
  readonly pool: PoolFill;
  readonly servicePeriodEnd: Date | null;
};

/**
 * Whether a card is polled more often: most of its volume or of its carrier pool is used, or its service ends in these days.
 */
export function isNearLimit(card: NearCard, now: Date): boolean {
  if (card.lifecycle !== 'activated') return false;
  if (isMostUsed(card.flowUsed, card.flowTotal) || isNearOverage(card.pool, now)) return true;
  const left = card.servicePeriodEnd ? card.servicePeriodEnd.getTime() - now.getTime() : Number.NaN;
  return left >= 0 && left <= NEAR_END_DAYS * DAY_MS;
}

/** Which urgency provides the next batch; urgent cards never starve the rest. */
export function nextUrgency(due: ReadonlySet<Urgency>, turn: number): Urgency | undefined {
  // The ordinary rotation has waited longest, so it comes first whenever the longest waiting one is served.
  const line = (['rotation', 'soon', 'now'] as const).filter((urgency) => due.has(urgency));
  return line[
    nextInLine(
      line.map((urgency) => ({ urgency })),
      turn,
    )
  ];
}
