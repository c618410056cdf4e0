import { createHash } from 'node:crypto';
import * as z from 'zod';
import { decimalAmount } from '../protocol/amounts.ts';
import type { PaymentSeen, PaymentState } from '../protocol/operations.ts';

const said = z.string().nullish();
/** Numbers and amounts come as text, in some answers as numbers. */
const written = z.union([z.string(), z.number()]).transform(String);

export const envelope = z.looseObject({
  result_code: z.coerce.number().int(),
  description: said,
});
const transaction = z.object({
  transaction_id: written,
  order_id: written.nullish(),
  state: z.string().min(1),
  amount: written.nullish(),
  currency: said,
});
export type Transaction = z.output<typeof transaction>;
export const createAnswer = z.object({ redirect_url: z.string().max(4_096).nullish(), transaction });
export const detailsAnswer = z.object({ transaction });

/** The fields of a notice; the signature covers all of them but the transaction's number. */
export const notice = z.object({
  pm_id: z.string(),
  order_id: z.string().min(1).max(100),
  amount: z.string(),
  currency: z.string(),
  state: z.string().min(1),
  notify_sig: z.string(),
});

/** Lower-case MD5 of the values joined by bars. */
export const signatureOf = (...values: readonly string[]): string =>
  createHash('md5').update(values.join('|')).digest('hex');

const STATES: Readonly<Record<string, PaymentState>> = {
  pending: 'open',
  awaiting_confirm: 'open',
  completed: 'paid',
  paid_partial: 'partly',
  // Asked to return it, and it was not: the money is still there.
  refund_failed: 'paid',
  failed: 'failed',
  error: 'failed',
  rejected_by_bank: 'failed',
  cancelled: 'closed',
  cancelled_by_user: 'closed',
  expired: 'closed',
};

/** What was returned or taken back (`refunded`, `refund_pending`, `chargeback`) is unknown: nothing may be granted for it. */
export const stateOf = (word: string): PaymentState =>
  (Object.hasOwn(STATES, word) ? STATES[word] : undefined) ?? 'unknown';

export const paymentSeen = (
  tradeNo: string,
  read: {
    readonly state: string;
    readonly amount?: string | null | undefined;
    readonly currency?: string | null | undefined;
  },
  providerNo: string | null,
): PaymentSeen => ({
  tradeNo,
  state: stateOf(read.state),
  providerNo,
  amount: decimalAmount(read.amount, read.currency),
  paidAt: null,
  said: read.state,
});
