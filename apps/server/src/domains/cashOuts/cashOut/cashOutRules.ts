import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { type Money, money, partOf } from '@cardinal/primitives/money.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { CashOutRow, RuleRow } from '../cashOutTables.ts';

const { done, failed, toWithdraw, transferring, underReview } = CashOutState.values;

export const isEnded = (state: CashOutState): boolean => state === done || state === failed;
export const OPEN_STATES = [toWithdraw, underReview, transferring] as const;

const WHOLE = 10_000n;
/** Fee and tax of an amount, each rounded half up, and what is left. */
export function costsOf(amount: Money, { fee_rate, tax_rate }: Pick<RuleRow, 'fee_rate' | 'tax_rate'>) {
  const fee = partOf(amount, BigInt(fee_rate), WHOLE).minor;
  const tax = partOf(amount, BigInt(tax_rate), WHOLE).minor;
  return { fee, tax, net: money(amount.minor - fee - tax, amount.currency).minor };
}

/** A rate of ten thousand as percent: `0.6`. */
export const percentText = (rate: number): string => String(rate / 100);
export const rateOf = (percent: string): number => Math.round(Number(percent) * 100);

export type LimitFault =
  | { readonly kind: 'below'; readonly least: bigint }
  | { readonly kind: 'above'; readonly most: bigint }
  | { readonly kind: 'day'; readonly most: bigint; readonly left: bigint };

/** Which limit an amount breaks, after so much was asked for today. */
export function limitFault(
  amount: bigint,
  askedToday: bigint,
  rule: Pick<RuleRow, 'least' | 'most' | 'day_most'>,
): LimitFault | undefined {
  const [least, most, dayMost] = [BigInt(rule.least), rule.most, rule.day_most];
  if (amount < least) return { kind: 'below', least };
  if (most !== null && amount > BigInt(most)) return { kind: 'above', most: BigInt(most) };
  if (dayMost === null || askedToday + amount <= BigInt(dayMost)) return undefined;
  const left = BigInt(dayMost) - askedToday;
  return { kind: 'day', most: BigInt(dayMost), left: left > 0n ? left : 0n };
}

/** The largest amount within the limits after so much was asked for today; undefined where none is. */
export function largestWithin(
  amount: bigint,
  askedToday: bigint,
  { least, most, day_most }: Pick<RuleRow, 'least' | 'most' | 'day_most'>,
): bigint | undefined {
  const left = day_most === null ? amount : BigInt(day_most) - askedToday;
  const largest = [amount, left, ...(most === null ? [] : [BigInt(most)])].reduce((a, b) => (b < a ? b : a));
  return largest >= BigInt(least) ? largest : undefined;
}

const reaches = (amount: bigint, from: string | null): boolean => from !== null && amount >= BigInt(from);
/** Whether a person looks at an amount before it is paid, and whether two do. */
export function reviewOf(amount: bigint, { review_from, two_from }: Pick<RuleRow, 'review_from' | 'two_from'>) {
  const needsTwo = reaches(amount, two_from);
  return { isLarge: needsTwo || reaches(amount, review_from), needsTwo };
}

const SECOND = 1_000;
const AGAIN_STEPS = [5, 10, 30, 60, 300, 900].map((seconds) => seconds * SECOND);
/** A receiver confirms within minutes, or not soon. */
const RECEIVER_STEPS = [10, 10, 30, 60, 300, 900].map((seconds) => seconds * SECOND);
const PAYER_STEPS = [60, 300, 900, 1_800].map((seconds) => seconds * SECOND);
const stepOf = (steps: readonly number[], n: number): number => steps[Math.min(n, steps.length - 1)] as number;

/** When what had no final answer is looked at again. */
export function nextLook(now: Date, steps: number, waitsFor: CashOutRow['waits_for']): Date {
  const waits = waitsFor === 'receiver' ? RECEIVER_STEPS : waitsFor === 'payer' ? PAYER_STEPS : AGAIN_STEPS;
  return new Date(now.getTime() + stepOf(waits, steps));
}

/** Whether its receiver can confirm it now. */
export const awaitsReceiver = <R extends Pick<CashOutRow, 'state' | 'waits_for' | 'confirm_with' | 'cancel_asked_at'>>(
  row: R,
): row is R & { confirm_with: string } =>
  row.state === transferring &&
  row.waits_for === 'receiver' &&
  row.confirm_with !== null &&
  row.cancel_asked_at === null;

/** What its receiver is told of it. */
export function receivingState(row: Parameters<typeof awaitsReceiver>[0]): 'waits' | 'underway' | 'done' | 'failed' {
  if (row.state === done) return 'done';
  if (row.state === failed) return 'failed';
  return awaitsReceiver(row) ? 'waits' : 'underway';
}

/** WeChat closes what was not confirmed within a day of the first request. */
export const receivableUntil = (sentAt: Date): Date => new Date(sentAt.getTime() + DAY_MS);

/** The last character is enough for somebody who knows the name; `**敏`. */
export const maskedHolder = (holder: string): string => `**${[...holder.trim()].at(-1) ?? ''}`;

/** A request that was sent can arrive this late; until then «unknown» at the provider is not final. */
export const ARRIVES_WITHIN_MS = 600_000;

/**
 * Whether a cash-out that the provider does not know can never arrive there any more: nothing was sent, or what was sent would
 * have arrived by now.
 */
export const isBeyondArrival = ({ sends, sent_at }: Pick<CashOutRow, 'sends' | 'sent_at'>, now: Date): boolean =>
  sends === 0 || sent_at === null || now.getTime() - sent_at.getTime() >= ARRIVES_WITHIN_MS;
