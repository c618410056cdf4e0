import * as z from 'zod';
import { decimalAmount } from '../protocol/amounts.ts';
import type {
  Money,
  PaymentSeen,
  PaymentState,
  RefundSeen,
  RefundState,
  StatementLine,
} from '../protocol/operations.ts';

const said = z.string().nullish();
const number = z.string().min(1).max(64);

/** A decimal text with its currency; `3.00`, `300` for yen. */
const amount = z.object({ currency_code: z.string(), value: z.string() }).nullish();
const moment = z
  .string()
  .nullish()
  .transform((written) => {
    const at = written ? new Date(written) : undefined;
    return at && !Number.isNaN(at.getTime()) ? at : null;
  });

export const capture = z.object({
  id: number,
  status: z.string().min(1),
  amount,
  custom_id: said,
  create_time: moment,
  supplementary_data: z.object({ related_ids: z.object({ order_id: said }).nullish() }).nullish(),
});
export type Capture = z.output<typeof capture>;

export const refundObject = z.object({
  id: number,
  status: z.string().min(1),
  amount,
  custom_id: said,
  update_time: moment,
});
export type RefundObject = z.output<typeof refundObject>;

const unit = z.object({
  custom_id: said,
  amount,
  payments: z.object({ captures: z.array(capture).nullish(), refunds: z.array(refundObject).nullish() }).nullish(),
});
const link = z.object({ rel: z.string(), href: z.string().max(4_096) });
export const order = z.object({
  id: number,
  status: z.string().min(1),
  purchase_units: z.array(unit).min(1).max(1),
  links: z.array(link).nullish(),
});
export type Order = z.output<typeof order>;

const transaction = z.object({
  transaction_info: z.object({
    transaction_id: number,
    transaction_event_code: z.string().min(1),
    transaction_status: z.string().min(1),
    transaction_initiation_date: moment,
    transaction_amount: amount,
    fee_amount: amount,
    custom_field: said,
  }),
});
export const transactions = z.object({
  transaction_details: z.array(transaction),
  page: z.int(),
  total_pages: z.int(),
});

/** Payments of all kinds, and refunds by the merchant. */
const PAID_CODE = /^T00\d\d$/;
const RETURNED_CODE = 'T1107';
/** Done, or done and returned since. */
const MOVED: ReadonlySet<string> = new Set(['S', 'V']);
const unsigned = (read: z.output<typeof amount>) => read && { ...read, value: read.value.replace(/^-/, '') };

/** A line of the history; `nothing` for what is neither a payment to us nor a refund of one, undefined for what cannot be read. */
export function statementLineOf({
  transaction_info: read,
}: z.output<typeof transaction>): StatementLine | 'nothing' | undefined {
  const isRefund = read.transaction_event_code === RETURNED_CODE;
  if (!isRefund && !PAID_CODE.test(read.transaction_event_code)) return 'nothing';
  if (!MOVED.has(read.transaction_status)) return 'nothing';
  const isOut = read.transaction_amount?.value.startsWith('-') ?? false;
  // What we paid to others.
  if (isRefund !== isOut) return 'nothing';
  const moved = moneyOf(unsigned(read.transaction_amount));
  const at = read.transaction_initiation_date;
  if (!moved || !at) return undefined;
  const { fee_amount: fee } = read;
  const kept = fee && moneyOf(unsigned(fee));
  return {
    kind: isRefund ? 'refund' : 'payment',
    ourNo: read.custom_field ?? '',
    providerNo: read.transaction_id,
    amount: moved,
    // Written as it changes the balance: what PayPal keeps is negative.
    fee: kept && kept.currency === moved.currency ? (fee.value.startsWith('-') ? kept.minor : -kept.minor) : null,
    at,
  };
}

export const token = z.object({ access_token: z.string().min(1), expires_in: z.int().min(1) });
export const webhook = z.object({ id: z.string().min(1) });
export const verdict = z.object({ verification_status: z.string() });
export const errorAnswer = z.object({
  name: z.string(),
  message: z.string().default(''),
  details: z
    .array(z.object({ issue: said, description: said }))
    .nullish()
    .transform((list) => list?.[0]),
});
export const event = z.object({
  id: z.string().min(1).max(128),
  event_type: z.string().min(1),
  resource: z.unknown(),
});

export const moneyOf = (read: z.output<typeof amount>): Money | null => decimalAmount(read?.value, read?.currency_code);

/** `<order>/<capture>`: the order is asked after, the capture is returned. */
export const providerNoOf = (orderId: string, captureId: string | undefined): string =>
  captureId ? `${orderId}/${captureId}` : orderId;
export function numbersIn(providerNo: string): { readonly orderId: string; readonly captureId: string | undefined } {
  const [orderId = '', captureId] = providerNo.split('/', 2);
  return { orderId, captureId };
}

const CAPTURES: Readonly<Record<string, PaymentState>> = {
  COMPLETED: 'paid',
  // Paid, and returned since.
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  // PayPal or the buyer's bank still looks at it.
  PENDING: 'open',
  DECLINED: 'failed',
  FAILED: 'failed',
};
const ORDERS: Readonly<Record<string, PaymentState>> = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'approved',
  VOIDED: 'closed',
};
const stateIn = <S>(states: Readonly<Record<string, S>>, word: string): S | undefined =>
  Object.hasOwn(states, word) ? states[word] : undefined;

export const captureSeen = (read: Capture, orderId: string | null | undefined): PaymentSeen => {
  const state = stateIn(CAPTURES, read.status) ?? 'unknown';
  return {
    tradeNo: read.custom_id ?? '',
    state,
    providerNo: orderId ? providerNoOf(orderId, read.id) : null,
    amount: moneyOf(read.amount),
    paidAt: state === 'paid' ? read.create_time : null,
    said: read.status,
  };
};

const unitOf = (read: Order) => read.purchase_units[0];
/** The capture that counts: a good one before one that failed. */
export const captureOf = (read: Order): Capture | undefined => {
  const captures = unitOf(read)?.payments?.captures ?? [];
  return captures.find(({ status }) => stateIn(CAPTURES, status) !== 'failed') ?? captures.at(-1);
};
export const refundIn = (read: Order, refundNo: string): RefundObject | undefined =>
  unitOf(read)?.payments?.refunds?.find(({ custom_id }) => custom_id === refundNo);
export const tradeNoOf = (read: Order): string => unitOf(read)?.custom_id ?? captureOf(read)?.custom_id ?? '';

export function orderSeen(read: Order): PaymentSeen {
  const tradeNo = tradeNoOf(read);
  const taken = captureOf(read);
  // After a refusal the buyer may choose another way: then the order is open again.
  if (taken && (read.status === 'COMPLETED' || stateIn(CAPTURES, taken.status) !== 'failed')) {
    return { ...captureSeen(taken, read.id), tradeNo };
  }
  const state = stateIn(ORDERS, read.status) ?? 'unknown';
  return {
    tradeNo,
    state,
    providerNo: read.id,
    amount: moneyOf(unitOf(read)?.amount),
    paidAt: null,
    said: read.status,
  };
}

const REFUNDS: Readonly<Record<string, RefundState>> = {
  PENDING: 'asked',
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'closed',
};
export const refundSeen = (read: RefundObject, refundNo = read.custom_id ?? ''): RefundSeen => {
  const state = stateIn(REFUNDS, read.status) ?? 'unknown';
  return {
    refundNo,
    state,
    providerNo: read.id,
    amount: moneyOf(read.amount),
    doneAt: state === 'done' ? read.update_time : null,
    said: read.status,
  };
};
