import type { SourceOrderState } from '@cardinal/contract/enumerations/externalPackage.ts';

/** How an order at a source stands, as far as its next step depends on it. */
export type Standing = {
  readonly state: SourceOrderState;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
};

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

/**
 * A signature holds for five minutes by the source's clock, which may differ by as much from ours: what is unknown there for longer
 * than that will never arrive.
 */
export const ARRIVES_WITHIN_MS = 660_000;

/** Without a clear answer for so long, those who watch the source are told. */
export const UNCLEAR_MS = 30 * 60_000;

const LONGEST_MS = 300_000;
const MOST_DOUBLINGS = 9;

/** When it is asked after again: soon at first, then ever more rarely. */
export const askAgainAfter = (asks: number): number =>
  Math.min(2 * SECOND_MS * 2 ** Math.min(asks, MOST_DOUBLINGS), LONGEST_MS);

/** Whether what was sent may still reach the source. */
export const mayArrive = ({ sentAt }: Pick<Standing, 'sentAt'>, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() < ARRIVES_WITHIN_MS;

/**
 * What is done with an open order: sent, asked after, or given back. Only one that is certainly not at the source is ever sent
 * (again) or given back.
 */
export function nextStep(
  order: Standing,
  { isOff, waitHours, now }: { readonly isOff: boolean; readonly waitHours: number; readonly now: Date },
): 'send' | 'ask' | 'tooLate' | 'off' {
  if (order.state !== 'waiting') return 'ask';
  if (isOff) return 'off';
  return now.getTime() - order.createdAt.getTime() >= waitHours * HOUR_MS ? 'tooLate' : 'send';
}

const WHOLE = 10_000n;

/** The most a source may charge: what a person agreed to with the tolerance, rounded down. */
export const mostFor = (agreed: bigint, tolerance: number, periods: number): bigint =>
  ((agreed * (WHOLE + BigInt(tolerance))) / WHOLE) * BigInt(periods);
