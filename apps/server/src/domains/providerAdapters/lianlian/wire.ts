import { createHash } from 'node:crypto';
import { parseTime, timeText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import * as z from 'zod';
import { decimalAmount } from '../protocol/amounts.ts';
import type { AccountState, PaymentSeen, PaymentState, RefundSeen, RefundState } from '../protocol/operations.ts';
import { isSignedBy, signed } from '../signing/rsa.ts';

const said = z.string().nullish();
/** Amounts and numbers come as text or as numbers. */
const written = z.union([z.string(), z.number()]).transform(String);
/** `20261121100000`, China time. */
const moment = z
  .string()
  .nullish()
  .transform((stamp) => {
    const [, date, time] = /^(\d{8})(\d{6})$/.exec(stamp ?? '') ?? [];
    if (!date || !time) return null;
    const day = date.replace(/(....)(..)(..)/, '$1-$2-$3');
    return parseTime(`${day} ${time.replace(/(..)(..)(..)/, '$1:$2:$3')}`) ?? null;
  });

export const envelope = z.looseObject({ ret_code: z.string().min(1), ret_msg: said });

const orderInfo = z.object({ txn_seqno: written, total_amount: written.nullish() });
const payer = z.object({ method: said });
export const created = z.object({ txn_seqno: written, accp_txno: written.nullish() });
export const gateway = created.extend({ gateway_url: z.string().max(4_096).nullish() });
export const payment = z.object({
  oid_partner: said,
  txn_status: z.string().min(1),
  accp_txno: written.nullish(),
  finish_time: moment,
  orderInfo,
  payerInfo: z.union([z.array(payer), payer.transform((one) => [one])]).nullish(),
});
export type Payment = z.output<typeof payment>;
export const closed = z.object({ txn_seqno: written.nullish() });
export const refundAsked = z.object({ accp_txno: written.nullish() });
export const refund = z.object({
  refund_seqno: written.nullish(),
  txn_status: z.string().min(1),
  accp_txno: written.nullish(),
  refund_amount: written.nullish(),
});

export const accountOpened = z.object({ txn_seqno: written.nullish(), token: z.string().min(1).max(512) });
export const userSeen = z.object({ user_id: said, user_status: z.string().min(1) });
export const balances = z.object({
  user_id: said,
  acctinfo_list: z.array(z.object({ acct_type: said, amt_balaval: written.nullish() })).nullish(),
});

/** What the signature covers: the lower-case hexadecimal MD5 of the very text of a body. */
const digest = (body: string): string => createHash('md5').update(body).digest('hex');
export const signatureOf = (body: string, privateKey: string | undefined): string | undefined =>
  signed(digest(body), privateKey, 'md5');
export const isSigned = (body: string, signature: string, publicKey: string | undefined): boolean =>
  isSignedBy(digest(body), signature, publicKey, 'md5');

export const stamp = (at: Date): string => timeText(at, DEFAULT_ZONE).replace(/\D/g, '');

const PAYMENT_STATES: Readonly<Record<string, PaymentState>> = {
  TRADE_WAIT_PAY: 'open',
  TRADE_PROCESSING: 'open',
  TRADE_SUCCESS: 'paid',
  TRADE_CLOSE: 'closed',
  TRADE_FAILURE: 'failed',
};
const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  TRADE_PROCESSING: 'asked',
  TRADE_SUCCESS: 'done',
  TRADE_FAILURE: 'failed',
};
const ACCOUNT_STATES: Readonly<Record<string, AccountState>> = {
  ACTIVATE_PENDING: 'pending',
  ACTIVATE_PENDING_NEW: 'pending',
  CHECK_PENDING: 'reviewing',
  REMITTANCE_VALID_PENDING: 'reviewing',
  NORMAL: 'open',
  PAUSE: 'paused',
  CANCEL: 'closed',
};
const stateIn = <S>(states: Readonly<Record<string, S>>, word: string): S | 'unknown' =>
  (Object.hasOwn(states, word) ? states[word] : undefined) ?? 'unknown';

export const accountState = (word: string): AccountState | 'unknown' => stateIn(ACCOUNT_STATES, word);

/** Amounts are in yuan; Lianlian names no currency. */
export const paymentSeen = (read: Payment): PaymentSeen => ({
  tradeNo: read.orderInfo.txn_seqno,
  state: stateIn(PAYMENT_STATES, read.txn_status),
  providerNo: read.accp_txno ?? null,
  amount: decimalAmount(read.orderInfo.total_amount, 'CNY'),
  paidAt: read.finish_time,
  said: read.txn_status,
});

export const refundSeen = (refundNo: string, read: z.output<typeof refund>): RefundSeen => ({
  refundNo,
  state: stateIn(REFUND_STATES, read.txn_status),
  providerNo: read.accp_txno ?? null,
  amount: decimalAmount(read.refund_amount, 'CNY'),
  doneAt: null,
  said: read.txn_status,
});
