import { listDeskCases } from '@cardinal/contract/api/retailOrders/deskCases.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import type { CaseReason } from '@cardinal/contract/enumerations/retail.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { operatorNames } from './operators.ts';

const { ordering, success } = FulfilmentState.values;
const REQUESTED = sql<string | null>`(select q.reason from retail_orders.refund_request q
  where q.retail_order_id = r.id and q.state = 'asked')`;

export const deskCaseDataset = dataset(listDeskCases, {
  from: (ctx) =>
    ctx.db
      .selectFrom('retail_orders.desk_case as d')
      .innerJoin('retail_orders.retail_order as r', 'r.id', 'd.retail_order_id')
      .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
      .innerJoin('public_accounts.v_account as a', 'a.id', 'r.account_id')
      .innerJoin('public_accounts.v_end_user as u', 'u.id', 'r.end_user_id')
      .where('d.solved_at', 'is', null),
  table: 'd',
  id: sql<string>`r.id`,
  columns: {
    id: sql`r.id`,
    orderNo: sql`r.order_no`,
    accountName: sql`a.name`,
    customerName: sql`c.name`,
    iccid: sql`r.iccid`,
    title: sql`r.title`,
    price: sql`r.price`,
    currency: sql`r.currency`,
    fulfilState: sql`r.fulfil_state`,
    remark: sql`r.remark`,
    paymentId: sql`r.payment_id`,
    requested: REQUESTED,
  },
  select: (query) =>
    query.select([
      'r.id',
      'd.opened_at',
      'd.reason',
      'd.why_zh',
      'd.why_en',
      'd.account_id',
      'd.customer_id',
      'd.attempts',
      'd.next_attempt_at',
      'd.refund_at',
      'd.owner_name as handler',
      'd.owner_customer_id',
      'r.order_no',
      'r.iccid',
      'r.title',
      'r.price',
      'r.currency',
      'r.fulfil_state',
      'r.refunded',
      'r.remark',
      'r.payment_id',
      'c.name as customer_name',
      'a.name as account_name',
      'u.openid as openid',
      REQUESTED.as('requested'),
    ]),
  extra: (query, { mine }, ctx) => (mine ? query.where('d.owner_id', '=', accountOf(ctx).accountId) : query),
  present: async (rows, ctx) => {
    const named = await operatorNames(
      ctx,
      rows.map((row) => row.owner_customer_id),
    );
    return rows.map((row) => {
      const isUnderWay = row.fulfil_state === ordering;
      return {
        buyer: `…${row.openid.slice(-6)}`,
        ownerName: named(row.handler, row.owner_customer_id),
        // What the buyer says has a column of its own.
        why:
          row.why_zh === null || row.reason === 'asked'
            ? null
            : say({ zh: row.why_zh, en: row.why_en ?? row.why_zh }, ctx.language),
        offered: {
          retry: !isUnderWay && row.fulfil_state !== success && row.refunded === '0',
          refund: !isUnderWay,
          reject: row.requested !== null,
        },
      };
    });
  },
  figures: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('retail_orders.desk_case as d')
      .innerJoin('retail_orders.retail_order as r', 'r.id', 'd.retail_order_id')
      .select(['d.reason', 'r.currency'])
      .select((of) => [
        of.fn.min('d.opened_at').as('oldest'),
        sql<number>`count(*)::int`.as('cases'),
        sql<string>`sum(r.price - r.refunded)::bigint`.as('amount'),
      ])
      .where('d.solved_at', 'is', null)
      .groupBy(['d.reason', 'r.currency'])
      .orderBy('cases', 'desc')
      .execute();
    const oldest = rows.map((row) => row.oldest).sort((a, b) => a.getTime() - b.getTime())[0];
    return {
      oldestAt: oldest?.toISOString() ?? null,
      groups: rows.map(({ reason, currency, cases, amount }) => ({
        reason: reason as CaseReason,
        currency: currency as Currency,
        cases,
        amount: String(amount),
      })),
    };
  },
});
