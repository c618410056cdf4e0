import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { moneyText, parseMoney } from '@cardinal/primitives/money.ts';
import { parseTime } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { Money, PaymentSeen, PaymentState } from '../protocol/operations.ts';

/** Yuan as text with at most two decimals; a number in some answers. */
const yuan = z.union([z.string(), z.number()]).transform((written, ctx) => {
  const read = parseMoney(String(written), 'CNY');
  if (read && read.minor >= 0n) return read.minor;
  ctx.addIssue('not an amount');
  return z.NEVER;
});
/** China time without an offset. */
const moment = z
  .string()
  .nullish()
  .transform((written) => (written ? (parseTime(written.slice(0, 19)) ?? null) : null));
const said = z.string().nullish();

/** What every answer holds beside its own fields. */
export const envelope = z.looseObject({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
});

export const precreateAnswer = z.object({ out_trade_no: z.string(), qr_code: z.string().min(1).max(1_024) });
export const tradeAnswer = z.object({
  out_trade_no: z.string().min(1),
  trade_no: said,
  trade_status: z.string().min(1),
  total_amount: yuan.nullish(),
  trans_currency: said,
  send_pay_date: moment,
});
export const closeAnswer = z.object({ out_trade_no: said });
export const refundAnswer = z.object({
  out_trade_no: z.string().min(1),
  fund_change: z.string().default(''),
  gmt_refund_pay: moment,
});
/** Empty where it knows of no such refund. */
export const refundQueryAnswer = z.object({
  out_trade_no: said,
  out_request_no: said,
  refund_amount: yuan.nullish(),
  refund_status: said,
  gmt_refund_pay: moment,
});

export const billAnswer = z.object({ bill_download_url: z.url({ protocol: /^https?$/ }).max(2_048) });

/** The fields of a notice we act upon. */
export const notice = z.object({
  notify_id: z.string().min(1).max(128),
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: z.string().min(1),
  trade_no: said,
  trade_status: z.string().min(1),
  total_amount: yuan.nullish(),
  trans_currency: said,
  gmt_payment: moment,
  gmt_refund: moment,
  refund_fee: yuan.nullish(),
  out_biz_no: said,
});

const STATES: Readonly<Record<string, PaymentState>> = {
  WAIT_BUYER_PAY: 'open',
  TRADE_SUCCESS: 'paid',
  // Paid, and can no longer be refunded.
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

/** Without a currency it is in yuan; one we do not know gives no amount. */
export function amountOf(minor: bigint | null | undefined, currency: string | null | undefined): Money | null {
  if (minor === null || minor === undefined) return null;
  if (!currency) return { minor, currency: 'CNY' };
  return Currency.has(currency) ? { minor, currency } : null;
}

export const paymentSeen = (read: {
  readonly out_trade_no: string;
  readonly trade_no?: string | null | undefined;
  readonly trade_status: string;
  readonly amount: Money | null;
  readonly paidAt: Date | null;
}): PaymentSeen => {
  const state = (Object.hasOwn(STATES, read.trade_status) ? STATES[read.trade_status] : undefined) ?? 'unknown';
  return {
    tradeNo: read.out_trade_no,
    // Closed for nobody paid, or for all was refunded: then there is a time of payment.
    state: state === 'closed' && read.paidAt ? 'paid' : state,
    providerNo: read.trade_no || null,
    amount: read.amount,
    paidAt: read.paidAt,
    said: read.trade_status,
  };
};

/** `12.50`. */
export const yuanText = moneyText;
