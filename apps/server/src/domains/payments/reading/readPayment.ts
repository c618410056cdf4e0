import type {
  askPayment as askEndpoint,
  readPayment as endpoint,
} from '@cardinal/contract/api/payments/onlinePayments.ts';
import { paymentNotFound } from '@cardinal/contract/api/payments/refusals.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { customerNames } from '../../customers/face.ts';
import { merchantBeyondScope } from '../../paymentProviders/face.ts';
import { beyond } from '../payment/paymentStore.ts';
import type { PaymentTable } from '../paymentTables.ts';
import { accountLabels } from '../routing/collectors.ts';
import { stepPayment } from '../steps/stepPayment.ts';

const wordsOf = (ctx: Ctx, row: { refused_zh: string | null; refused_en: string | null }) =>
  row.refused_zh === null ? null : say(text(row.refused_zh, row.refused_en ?? row.refused_zh), ctx.language);

/** What the buyer needs: where to pay, until when, and how it stands. */
function standing(ctx: Ctx, row: PaymentTable) {
  const isOpen = row.state === 'open';
  return {
    id: row.id,
    tradeNo: row.trade_no,
    provider: row.provider,
    currency: row.currency,
    amount: row.amount,
    state: row.state,
    isSettled: row.settled_at !== null,
    // What it led to is nobody's business once it cannot be paid.
    targetKind: isOpen ? row.target_kind : null,
    targetUrl: isOpen ? row.target_url : null,
    expiresAt: row.expires_at.toISOString(),
    words: wordsOf(ctx, row),
    updatedAt: row.updated_at.toISOString(),
  };
}

async function found(ctx: Ctx, id: string): Promise<PaymentTable> {
  const row = await ctx.db.selectFrom('payments.payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(paymentNotFound);
  return row;
}

/** A payment with all that the provider said of it: notices, calls' outcome, refunds. */
export async function readPayment(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const row = await found(ctx, id);
  const notices = await beyond(ctx)
    .selectFrom('payments.notice')
    .select(['id', 'at', 'last_at', 'event', 'verdict', 'said', 'came'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  const refunds = await ctx.db
    .selectFrom('payments.refund')
    .selectAll()
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  // Into which account is for who collects, and for those above; the payer sees the provider.
  const seesCollector = (await customerNames(ctx.db, [row.collector_id])).has(row.collector_id);
  const labels = await accountLabels(ctx, [row.collecting_account_id]);
  const { accountId, customerId } = accountOf(ctx);
  const isCollector = row.collector_id === customerId;
  const merchant = seesCollector ? await merchantBeyondScope(ctx, row.merchant_id) : undefined;
  return {
    ...standing(ctx, row),
    name: row.trade_no,
    subjectId: row.subject_id,
    payerId: row.payer_id,
    merchantName: merchant ? (labels.get(row.collecting_account_id ?? '') ?? merchant.name) : null,
    providerNo: row.provider_no,
    said: row.said,
    paidAmount: row.paid_amount,
    paidCurrency: row.paid_currency,
    paidAt: row.paid_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
    nextAt: row.next_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    isCollector,
    notices: notices.map((each) => ({
      id: each.id,
      at: each.at.toISOString(),
      lastAt: each.last_at.toISOString(),
      event: each.event,
      verdict: each.verdict,
      said: each.said,
      came: each.came,
    })),
    refunds: refunds.map((each) => ({
      id: each.id,
      refundNo: each.refund_no,
      amount: each.amount,
      reason: each.reason,
      state: each.state,
      providerNo: each.provider_no,
      said: each.said,
      words: wordsOf(ctx, each),
      createdAt: each.created_at.toISOString(),
      doneAt: each.done_at?.toISOString() ?? null,
      reference: isCollector ? each.hand_reference : null,
      enteredBy: isCollector ? each.hand_by : null,
      isOwnEntry: each.hand_by_id === accountId,
      confirmedBy: isCollector ? each.confirmed_by : null,
    })),
  };
}

/** Does the next step now instead of when it is due, for the one who pays. */
export async function askPayment(
  ctx: Ctx,
  { id }: BodyOf<typeof askEndpoint>,
): Promise<Commit<AnswerOf<typeof askEndpoint>>> {
  const row = await found(ctx, id);
  if (row.payer_id !== accountOf(ctx).customerId) throw new Refused(paymentNotFound);
  await stepPayment(ctx, id);
  return async (inside) => standing(inside, await found(inside, id));
}
