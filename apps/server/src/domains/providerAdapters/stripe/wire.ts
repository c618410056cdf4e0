import { Currency } from '@cardinal/contract/enumerations/money.ts';
import * as z from 'zod';
import type {
  Money,
  PaymentSeen,
  PaymentState,
  RefundSeen,
  RefundState,
  StatementLine,
} from '../protocol/operations.ts';

/** Amounts are integers of the smallest unit: cents, whole yen. */
const minor = z.int().min(0);
const said = z.string().nullish();

const intent = z.union([z.string().min(1), z.object({ id: z.string().min(1), status: z.string() })]).nullish();
export const session = z.object({
  object: z.literal('checkout.session'),
  id: z.string().min(1).max(255),
  client_reference_id: said,
  url: z.string().max(4_096).nullish(),
  status: said,
  payment_status: z.string(),
  amount_total: minor.nullish(),
  currency: said,
  payment_intent: intent,
});
export type Session = z.output<typeof session>;

export const refundObject = z.object({
  object: z.literal('refund'),
  id: z.string().min(1).max(255),
  status: said,
  amount: minor,
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
export type RefundObject = z.output<typeof refundObject>;
export const refundList = z.object({ data: z.array(refundObject), has_more: z.boolean() });

/** Of the payment or refund itself; the numbers are those we gave it. */
const moved = z.object({
  id: z.string().min(1).max(255),
  amount: minor,
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
export const balanceTransactions = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(255),
      type: z.string(),
      currency: z.string(),
      fee: z.int(),
      created: z.int(),
      source: z.unknown(),
    }),
  ),
  has_more: z.boolean(),
});
type BalanceTransaction = z.output<typeof balanceTransactions>['data'][number];

const PAID_TYPES: ReadonlySet<string> = new Set(['charge', 'payment']);
const RETURNED_TYPES: ReadonlySet<string> = new Set(['refund', 'payment_refund']);

/** A line of the balance; `nothing` for what is neither a payment nor a refund, undefined for what cannot be read. */
export function statementLineOf(read: BalanceTransaction): StatementLine | 'nothing' | undefined {
  const isPayment = PAID_TYPES.has(read.type);
  if (!isPayment && !RETURNED_TYPES.has(read.type)) return 'nothing';
  const source = moved.safeParse(read.source).data;
  const amount = source && amountOf(source.amount, source.currency);
  if (!source || !amount) return undefined;
  return {
    kind: isPayment ? 'payment' : 'refund',
    ourNo: source.metadata?.[isPayment ? 'trade_no' : 'refund_no'] ?? '',
    providerNo: source.id,
    amount,
    // In the currency of the balance, which may be another one than was paid.
    fee: read.currency === source.currency ? BigInt(read.fee) : null,
    at: new Date(read.created * 1_000),
  };
}

export const account = z.object({ id: z.string().min(1) });

export const errorAnswer = z.object({
  error: z.object({ type: z.string().default(''), code: said, message: z.string().default('') }),
});

export const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1),
  created: z.int(),
  data: z.object({ object: z.unknown() }),
});

/** Our currencies in Stripe's letters; one we do not know gives no amount. */
export function amountOf(units: number | null | undefined, currency: string | null | undefined): Money | null {
  const code = currency?.toUpperCase() ?? '';
  return units === null || units === undefined || !Currency.has(code) ? null : { minor: BigInt(units), currency: code };
}

export const intentOf = ({ payment_intent: known }: Session): string | undefined =>
  (typeof known === 'string' ? known : known?.id) ?? undefined;

function stateOf(read: Session): PaymentState {
  if (read.payment_status === 'paid') return 'paid';
  if (read.payment_status !== 'unpaid') return 'unknown';
  if (read.status === 'open') return 'open';
  if (read.status === 'expired') return 'closed';
  if (read.status !== 'complete') return 'unknown';
  // The page is done and the money is on its way, unless it was refused afterwards.
  const hasFailed =
    typeof read.payment_intent === 'object' && read.payment_intent?.status === 'requires_payment_method';
  return hasFailed ? 'failed' : 'open';
}

export const paymentSeen = (read: Session, paidAt: Date | null = null): PaymentSeen => {
  const state = stateOf(read);
  return {
    tradeNo: read.client_reference_id ?? '',
    state,
    providerNo: read.id,
    amount: amountOf(read.amount_total, read.currency),
    paidAt: state === 'paid' ? paidAt : null,
    said: `${read.status ?? '—'}/${read.payment_status}`,
  };
};

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  pending: 'asked',
  requires_action: 'asked',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'closed',
};

export const refundNoOf = ({ metadata }: RefundObject): string => metadata?.['refund_no'] ?? '';

export const refundSeen = (read: RefundObject, doneAt: Date | null = null): RefundSeen => {
  const status = read.status ?? '';
  const state = (Object.hasOwn(REFUND_STATES, status) ? REFUND_STATES[status] : undefined) ?? 'unknown';
  return {
    refundNo: refundNoOf(read),
    state,
    providerNo: read.id,
    amount: amountOf(read.amount, read.currency),
    doneAt: state === 'done' ? doneAt : null,
    said: status || '—',
  };
};
