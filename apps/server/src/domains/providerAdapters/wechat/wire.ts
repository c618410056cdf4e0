import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { timeText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import * as z from 'zod';
import type {
  ContractSeen,
  ContractState,
  Money,
  PaymentSeen,
  PaymentState,
  RefundSeen,
  RefundState,
  TransferSeen,
  TransferState,
} from '../protocol/operations.ts';
import { failureWords } from './codes.ts';

/** Fen, as a JSON integer. */
const fen = z.int().min(0).transform(BigInt);
const currency = z.enum(Object.keys(Currency.members) as [Currency, ...Currency[]]);
/** RFC 3339 with an offset; anything else is no time. */
const moment = z
  .string()
  .transform((written) => (/(Z|[+-]\d\d:\d\d)$/.test(written) ? new Date(written) : new Date(Number.NaN)))
  .transform((date) => (Number.isNaN(date.getTime()) ? null : date))
  .nullish()
  .transform((date) => date ?? null);

export const nativeAnswer = z.object({ code_url: z.string().min(1).max(512) });
export const jsapiAnswer = z.object({ prepay_id: z.string().min(1).max(64) });
export const h5Answer = z.object({ h5_url: z.url({ protocol: /^https?$/ }).max(512) });

export const transaction = z.object({
  appid: z.string().optional(),
  mchid: z.string().optional(),
  out_trade_no: z.string().min(1),
  transaction_id: z.string().min(1).nullish(),
  trade_state: z.string().min(1),
  success_time: moment,
  // Absent until somebody pays, in some answers.
  amount: z.object({ total: fen, currency: currency.default('CNY') }).nullish(),
});
export type Transaction = z.output<typeof transaction>;

export const refundAnswer = z.object({
  refund_id: z.string().min(1).nullish(),
  out_refund_no: z.string().min(1),
  status: z.string().min(1),
  success_time: moment,
  amount: z.object({ refund: fen, currency: currency.default('CNY') }).nullish(),
});

/** A refund in a notice: the same with other names, and without a currency. */
export const refundNotice = z.object({
  mchid: z.string(),
  refund_id: z.string().min(1).nullish(),
  out_refund_no: z.string().min(1),
  refund_status: z.string().min(1),
  success_time: moment,
  amount: z.object({ refund: fen }).nullish(),
});

/** A transfer in an answer or a notice; the amount stands in queries and notices, `package_info` in the answer that created it. */
export const transferBill = z.object({
  mch_id: z.string().nullish(),
  out_bill_no: z.string().min(1),
  transfer_bill_no: z.string().min(1).nullish(),
  state: z.string().min(1),
  transfer_amount: fen.nullish(),
  package_info: z.string().min(1).max(1_024).nullish(),
  fail_reason: z.string().min(1).nullish(),
  update_time: moment,
});

/** A contract in an answer or a notice. */
export const contract = z.object({
  mchid: z.string().nullish(),
  contract_id: z.string().min(1).nullish(),
  out_contract_code: z.string().min(1),
  contract_state: z.string().min(1),
  contract_signed_time: moment,
  contract_terminate_info: z
    .object({ contract_termination_mode: z.string().nullish(), contract_terminated_time: moment })
    .nullish(),
});
export const signAnswer = z.object({ redirect_url: z.url().max(1_024) });

const sealed = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string().min(1),
  nonce: z.string().min(1),
  associated_data: z.string().nullish(),
});
export const certificatesAnswer = z.object({
  data: z.array(z.object({ serial_no: z.string().min(1), encrypt_certificate: sealed })).min(1),
});
export const noticeBody = z.object({ id: z.string().min(1).max(64), event_type: z.string().max(64), resource: sealed });
export const billAnswer = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[0-9a-fA-F]{40}$/),
  download_url: z.url(),
});
export const errorAnswer = z.object({ code: z.string().min(1).max(64), message: z.string().default('') });

const PAYMENT_STATES: Readonly<Record<string, PaymentState>> = {
  SUCCESS: 'paid',
  // Paid, and returned in whole or in part since: refunds are followed by their own numbers.
  REFUND: 'paid',
  NOTPAY: 'open',
  USERPAYING: 'open',
  ACCEPT: 'open',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
};
const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  SUCCESS: 'done',
  PROCESSING: 'asked',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
};
const TRANSFER_STATES: Readonly<Record<string, TransferState>> = {
  ACCEPTED: 'asked',
  PROCESSING: 'asked',
  WAIT_USER_CONFIRM: 'waitsForUser',
  TRANSFERING: 'asked',
  CANCELING: 'asked',
  SUCCESS: 'done',
  FAIL: 'failed',
  CANCELLED: 'cancelled',
};
const CONTRACT_STATES: Readonly<Record<string, ContractState>> = {
  UNSIGNED: 'waiting',
  SIGNED: 'signed',
  TERMINATED: 'ended',
};
const ENDED_BY: Readonly<Record<string, 'user' | 'us' | 'provider'>> = {
  USER_TERMINATION: 'user',
  MERCHANT_API_TERMINATION: 'us',
  MERCHANT_PLATFORM_TERMINATION: 'us',
};
const ENDED: ReadonlySet<TransferState> = new Set(['done', 'failed', 'cancelled']);
const stateIn = <S>(states: Readonly<Record<string, S>>, said: string): S | 'unknown' =>
  (Object.hasOwn(states, said) ? states[said] : undefined) ?? 'unknown';

export const paymentSeen = (read: Transaction): PaymentSeen => ({
  tradeNo: read.out_trade_no,
  state: stateIn(PAYMENT_STATES, read.trade_state),
  providerNo: read.transaction_id ?? null,
  amount: read.amount ? { minor: read.amount.total, currency: read.amount.currency } : null,
  paidAt: read.success_time,
  said: read.trade_state,
});

export const refundSeen = (read: {
  readonly out_refund_no: string;
  readonly refund_id?: string | null | undefined;
  readonly said: string;
  readonly success_time: Date | null;
  readonly amount: Money | null;
}): RefundSeen => ({
  refundNo: read.out_refund_no,
  state: stateIn(REFUND_STATES, read.said),
  providerNo: read.refund_id ?? null,
  amount: read.amount,
  doneAt: read.success_time,
  said: read.said,
});

export function transferSeen(read: z.output<typeof transferBill>): TransferSeen {
  const state = stateIn(TRANSFER_STATES, read.state);
  return {
    transferNo: read.out_bill_no,
    state,
    providerNo: read.transfer_bill_no ?? null,
    amount: read.transfer_amount == null ? null : { minor: read.transfer_amount, currency: 'CNY' },
    confirmWith: read.package_info ?? null,
    failCode: read.fail_reason ?? null,
    failWords: read.fail_reason ? failureWords(read.fail_reason) : null,
    endedAt: ENDED.has(state) ? read.update_time : null,
    said: read.state,
  };
}

export function contractSeen(read: z.output<typeof contract>): ContractSeen {
  const state = stateIn(CONTRACT_STATES, read.contract_state);
  const ended = read.contract_terminate_info;
  return {
    contractNo: read.out_contract_code,
    state,
    providerNo: read.contract_id ?? null,
    signedAt: read.contract_signed_time,
    endedAt: state === 'ended' ? (ended?.contract_terminated_time ?? null) : null,
    endedBy: state === 'ended' ? (ENDED_BY[ended?.contract_termination_mode ?? ''] ?? 'provider') : null,
    said: read.contract_state,
  };
}

/** `2026-11-21T10:00:00+08:00`. */
export const chinaRfc3339 = (at: Date): string => timeText(at, DEFAULT_ZONE, 'yyyy-MM-ddTHH:mm:ss').concat('+08:00');

/** An amount as a JSON number; undefined beyond what a number holds exactly. */
export const fenNumber = ({ minor }: Money): number | undefined =>
  minor >= 0n && minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : undefined;
