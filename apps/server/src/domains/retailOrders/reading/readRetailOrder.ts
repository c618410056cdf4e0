import type {
  readRetailOrder as endpoint,
  queryOrderPayment as queryEndpoint,
} from '@cardinal/contract/api/retailOrders/refunding.ts';
import { retailOrderNotFound } from '@cardinal/contract/api/retailOrders/refusals.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { queryPayment } from '../../payments/face.ts';
import { splitsShown } from '../../splitOrders/face.ts';
import { shownTitle } from '../buying/shownTitle.ts';
import { openCaseOf } from '../cases/caseStore.ts';
import { latestRequest, shownRequest } from '../refunding/requests.ts';
import { operatorNames } from './operators.ts';
import { progressOf, refundsDone } from './progress.ts';

const ordersSeen = (ctx: Ctx) =>
  ctx.db
    .selectFrom('retail_orders.retail_order as r')
    .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
    .innerJoin('public_accounts.v_account as a', 'a.id', 'r.account_id')
    .innerJoin('public_accounts.v_end_user as u', 'u.id', 'r.end_user_id')
    .selectAll('r')
    .select(['c.name as customer_name', 'a.name as account_name', 'u.openid']);

type Answer = AnswerOf<typeof endpoint>;

/** What went back of an order, the latest last. */
async function refundsOfOrder(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('payments.v_refund as f')
    .leftJoin('retail_orders.give_back as g', 'g.refund_id', 'f.first_id')
    .select(['f.id', 'f.refund_no', 'f.amount', 'f.state', 'f.reason', 'f.created_at', 'f.done_at', 'f.payment_state'])
    .select(['g.source', 'g.operator', 'g.operator_customer_id'])
    .where('f.subject_id', '=', id)
    .orderBy('f.id')
    .execute();
}

const eventsOfOrder = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('retail_orders.order_event').selectAll().where('retail_order_id', '=', id).orderBy('id').execute();

/** An order with its case, what its buyer asks, what went back and what happened. */
export async function readRetailOrder(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<Answer> {
  const row = await ordersSeen(ctx).where('r.id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(retailOrderNotFound);
  const [refunds, events, open, request] = [
    await refundsOfOrder(ctx, id),
    await eventsOfOrder(ctx, id),
    await openCaseOf(ctx, id),
    await latestRequest(ctx, id),
  ];
  const named = await operatorNames(ctx, [
    open?.owner_customer_id ?? null,
    ...refunds.map((each) => each.operator_customer_id),
    ...events.map((each) => each.by_customer_id),
  ]);
  const done = await refundsDone(ctx, [row]);
  const both = (zh: string | null, en: string | null) => (zh === null ? null : say({ zh, en: en ?? zh }, ctx.language));
  return {
    id: row.id,
    name: row.order_no,
    accountName: row.account_name,
    customerName: row.customer_name,
    buyer: `…${row.openid.slice(-6)}`,
    iccid: row.iccid,
    title: shownTitle(ctx, row),
    price: row.price,
    refunded: row.refunded,
    currency: row.currency,
    collectedBy: row.is_self_collected ? 'self' : 'platform',
    progress: progressOf(row, done.get(row.id) ?? true),
    why: both(row.why_zh, row.why_en),
    paymentId: row.payment_id,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    remark: row.remark,
    case: open
      ? {
          reason: open.reason,
          openedAt: open.opened_at.toISOString(),
          attempts: open.attempts,
          nextAttemptAt: open.next_attempt_at?.toISOString() ?? null,
          refundAt: open.refund_at?.toISOString() ?? null,
          ownerName: named(open.owner_name, open.owner_customer_id),
        }
      : null,
    request: request ? shownRequest(request) : null,
    refunds: refunds.map((each) => ({
      id: each.id,
      refundNo: each.refund_no,
      amount: each.amount,
      source: each.source ?? (each.payment_state === 'differs' ? ('differs' as const) : ('duplicate' as const)),
      state: each.state,
      reason: each.reason,
      operator: named(each.operator, each.operator_customer_id),
      createdAt: each.created_at.toISOString(),
      doneAt: each.done_at?.toISOString() ?? null,
    })),
    splits: await splitsShown(ctx, row.payment_id),
    events: events.map((each) => ({
      id: each.id,
      at: each.at.toISOString(),
      kind: each.kind,
      words: both(each.words_zh, each.words_en),
      by: named(each.by_name, each.by_customer_id),
    })),
  };
}

/** Asks the provider about an order's payment; what it says is acted upon as if it had told us. */
export async function queryOrderPayment(
  ctx: Ctx,
  { id }: BodyOf<typeof queryEndpoint>,
): Promise<Commit<AnswerOf<typeof queryEndpoint>>> {
  const before = await ordersSeen(ctx).where('r.id', '=', id).executeTakeFirst();
  if (!before) throw new Refused(retailOrderNotFound);
  const state = await queryPayment(ctx, before.payment_id);
  return async (inside) => {
    const row = await ordersSeen(inside).where('r.id', '=', id).executeTakeFirstOrThrow();
    const done = await refundsDone(inside, [row]);
    return { state, progress: progressOf(row, done.get(id) ?? true) };
  };
}
