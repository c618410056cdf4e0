import { refundNotFound } from '@cardinal/contract/api/payments/refusals.ts';
import {
  type readRetailRefund as detailEndpoint,
  listRetailRefunds,
  type queryRetailRefund as queryEndpoint,
} from '@cardinal/contract/api/retailOrders/refunding.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { RefundSource } from '@cardinal/contract/enumerations/retail.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { Commit } from '../../../framework/domain.ts';
import { levelsGiven } from '../../orders/face.ts';
import { askRefundNow } from '../../payments/face.ts';
import { operatorNames } from './operators.ts';

/** What nobody asked for here, payments returned: paid twice, or another amount than was asked for. */
const SOURCE = sql<RefundSource>`coalesce(g.source, case when f.payment_state = 'differs' then 'differs' else 'duplicate' end)`;

const refundsSeen = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payments.v_refund as f')
    .innerJoin('retail_orders.retail_order as r', 'r.id', 'f.subject_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
    .innerJoin('public_accounts.v_account as a', 'a.id', 'r.account_id')
    .innerJoin('public_accounts.v_end_user as u', 'u.id', 'r.end_user_id')
    .leftJoin('retail_orders.give_back as g', 'g.refund_id', 'f.first_id')
    .where('f.scene', '=', PaymentScene.values.packageOrder);

const wordsOf = (ctx: Ctx, row: { refused_zh: string | null; refused_en: string | null; said: string | null }) =>
  row.refused_zh === null ? row.said : say({ zh: row.refused_zh, en: row.refused_en ?? row.refused_zh }, ctx.language);

export const retailRefundDataset = dataset(listRetailRefunds, {
  from: refundsSeen,
  table: 'f',
  columns: {
    orderNo: sql`r.order_no`,
    orderId: sql`r.id`,
    accountId: sql`r.account_id`,
    accountName: sql`a.name`,
    customerId: sql`r.customer_id`,
    customerName: sql`c.name`,
    iccid: sql`r.iccid`,
    title: sql`r.title`,
    source: SOURCE,
  },
  select: (query) =>
    query.select([
      'f.id',
      'f.refund_no',
      'f.created_at',
      'f.done_at',
      'f.trade_no',
      'f.amount',
      'f.currency',
      'f.reason',
      'f.state',
      'f.provider',
      'f.provider_no',
      'f.said',
      'f.refused_zh',
      'f.refused_en',
      'r.order_no',
      'r.id as order_id',
      'r.account_id',
      'r.customer_id',
      'r.iccid',
      'r.title',
      'r.is_self_collected',
      'c.name as customer_name',
      'a.name as account_name',
      'u.openid as openid',
      'g.operator as operator_name',
      'g.operator_customer_id',
      SOURCE.as('source'),
    ]),
  present: async (rows, ctx) => {
    const named = await operatorNames(
      ctx,
      rows.map((row) => row.operator_customer_id),
    );
    return rows.map((row) => ({
      buyer: `…${row.openid.slice(-6)}`,
      collectedBy: row.is_self_collected ? ('self' as const) : ('platform' as const),
      words: row.state === 'done' ? null : wordsOf(ctx, row),
      operator: named(row.operator_name, row.operator_customer_id),
    }));
  },
  figures: async (ctx, filtered) => {
    const sums = (await (
      await filtered()
    )
      .clearSelect()
      .select([
        sql`f.currency`.as('currency'),
        sql<number>`(count(*) filter (where f.state in ('asked', 'going')))::int`.as('going'),
        sql<string>`(coalesce(sum(f.amount) filter (where f.state in ('asked', 'going')), 0))::bigint`.as(
          'goingAmount',
        ),
        sql<number>`(count(*) filter (where f.state in ('abnormal', 'failed', 'byHand')))::int`.as('abnormal'),
        sql<string>`(coalesce(sum(f.amount) filter (where f.state = 'done'), 0))::bigint`.as('done'),
      ])
      .groupBy(sql`f.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as AnswerOf<typeof listRetailRefunds>['summary']['sums'];
    return {
      sums: sums.map((each) => ({ ...each, goingAmount: String(each.goingAmount), done: String(each.done) })),
      rate: await rateOf(ctx),
    };
  },
});

/** How much of what was paid in the last 30 days went back, in the currency of most of it. */
async function rateOf(ctx: Ctx): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select([sql<string>`sum(price)`.as('paid'), sql<string>`sum(refunded)`.as('refunded')])
    .where('paid_at', '>=', new Date(ctx.clock.now().getTime() - 30 * DAY_MS))
    .groupBy('currency')
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? Math.round((Number(row.refunded) / Number(row.paid)) * 1_000) / 10 : null;
}

/** When money of the order went back before; what the levels gave since is of this refund. */
async function givenBefore(ctx: Ctx, orderId: string, at: Date): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('retail_orders.give_back')
    .select('created_at')
    .where('retail_order_id', '=', orderId)
    .where('created_at', '<', at)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.created_at ?? null;
}

export async function readRetailRefund(
  ctx: Ctx,
  { id }: QueryOf<typeof detailEndpoint>,
): Promise<AnswerOf<typeof detailEndpoint>> {
  const row = await refundsSeen(ctx)
    .selectAll('f')
    .select([
      'r.order_no',
      'r.title',
      'r.package_order_id',
      'g.operator as operator_name',
      'g.operator_customer_id',
      'g.created_at as given_at',
      SOURCE.as('source'),
    ])
    .where('f.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(refundNotFound);
  const { accountId, customerId } = accountOf(ctx);
  const isCollector = row.collector_id === customerId;
  const named = await operatorNames(ctx, [row.operator_customer_id]);
  const { given_at: givenAt, package_order_id: packageOrderId } = row;
  return {
    id: row.id,
    name: row.refund_no,
    refundNo: row.refund_no,
    orderId: row.subject_id,
    orderNo: row.order_no,
    paymentId: row.payment_id,
    title: row.title,
    amount: row.amount,
    currency: row.currency,
    source: row.source,
    state: row.state,
    reason: row.reason,
    operator: named(row.operator_name, row.operator_customer_id),
    createdAt: row.created_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    providerNo: row.provider_no,
    words: row.state === 'done' ? null : wordsOf(ctx, row),
    nextAt: row.next_at?.toISOString() ?? null,
    isCollector,
    reference: isCollector ? row.hand_reference : null,
    enteredBy: isCollector ? row.hand_by : null,
    isOwnEntry: row.hand_by_id === accountId,
    confirmedBy: isCollector ? row.confirmed_by : null,
    levels:
      packageOrderId === null || givenAt === null
        ? []
        : await levelsGiven(ctx, packageOrderId, {
            after: await givenBefore(ctx, row.subject_id, givenAt),
            until: givenAt,
          }),
  };
}

/** Asks the provider about a refund the caller sees. */
export async function queryRetailRefund(
  ctx: Ctx,
  { id }: BodyOf<typeof queryEndpoint>,
): Promise<Commit<AnswerOf<typeof queryEndpoint>>> {
  const seen = await refundsSeen(ctx).select('f.id').where('f.id', '=', id).executeTakeFirst();
  if (!seen) throw new Refused(refundNotFound);
  const state = await askRefundNow(ctx, id);
  return async () => ({ state });
}
