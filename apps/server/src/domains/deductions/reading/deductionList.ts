import { listDeductions } from '@cardinal/contract/api/deductions/records.ts';
import type { DeductionPayer } from '@cardinal/contract/enumerations/deduction.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { transactionNo } from '../charging/settlePostings.ts';
import { trimmed } from '../rating/chargeRules.ts';
import { midnightOf } from '../tariffs/tariffFigures.ts';

const KIND = sql`(case when d.amount < 0 then 'adjustment' else 'charge' end)`;
const PAYER = sql`(case when d.card_id is null then 'balance' else 'wallet' end)`;

/** What was charged to the caller's customer and those below. */
export const deductionDataset = dataset(listDeductions, {
  from: (ctx) =>
    ctx.db.selectFrom('deductions.deduction as d').innerJoin('deductions.posting as p', 'p.id', 'd.posting_id'),
  table: 'd',
  columns: {
    isOwn: sql`d.owner_id`,
    kind: KIND,
    payer: PAYER,
    state: sql`p.state`,
    balance: sql`p.balance`,
    postedAt: sql`p.posted_at`,
    transactionNo: {
      sql: sql`p.id`,
      where: (_, value) => sql<SqlBool>`('D' || p.id) = any(${[value].flat().map(String)}::text[])`,
    },
  },
  select: (query) =>
    query
      .selectAll('d')
      .select(['p.state', 'p.balance', 'p.posted_at', 'p.transaction_id'])
      .select(sql<'charge' | 'adjustment'>`${KIND}`.as('kind'))
      .select(sql<DeductionPayer>`${PAYER}`.as('payer')),
  present: async (rows, ctx) => {
    const own = accountOf(ctx).customerId;
    const names = await customerNames(
      ctx.db,
      rows.flatMap(({ customer_id, owner_id }) => [customer_id, owner_id]),
    );
    return rows.map((row) => ({
      customerName: names.get(row.customer_id) ?? '',
      ownerName: names.get(row.owner_id) ?? null,
      isOwn: row.owner_id === own,
      unitPrice: row.unit_price === null ? null : trimmed(row.unit_price),
      transactionNo: row.transaction_id === null ? null : transactionNo(row.posting_id),
    }));
  },
  extra: (query, { iccid }) =>
    iccid === undefined
      ? query
      : query.where(
          sql<SqlBool>`exists (select from deductions.deduction_card k join cards.v_card c on c.id = k.card_id
            where k.deduction_id = d.id and c.iccid = ${iccid})`,
        ),
  figures: async (ctx) => {
    const now = ctx.clock.now();
    const sums = await ctx.db
      .selectFrom('deductions.deduction as d')
      .innerJoin('deductions.posting as p', 'p.id', 'd.posting_id')
      .select([
        'd.currency',
        sql<string>`coalesce(sum(d.amount) filter (where d.at >= ${midnightOf(now)}), 0)::text`.as('today'),
        sql<string>`coalesce(sum(d.amount) filter (where d.cycle = to_char(${now}::timestamptz at time zone 'Asia/Shanghai', 'YYYY-MM')), 0)::text`.as(
          'cycle',
        ),
        sql<string>`coalesce(sum(d.amount) filter (where p.state = 'waiting'), 0)::text`.as('waiting'),
      ])
      .where((on) => on.or([on('d.at', '>=', new Date(+now - 40 * 86_400_000)), on('p.state', '=', 'waiting')]))
      .groupBy('d.currency')
      .orderBy('d.currency')
      .execute();
    return { sums };
  },
});
