import { listCashOuts } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { listCashOutChecks } from '@cardinal/contract/api/cashOuts/checks.ts';
import { CashOutMethod, type CashOutRisk } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { earnerOf, readsProfitOf } from '../../profitSharing/face.ts';
import { isCancellable } from '../asking/cancelCashOut.ts';
import type { CashOutRow } from '../cashOutTables.ts';
import { isPassable, isRejectable } from '../checking/checkCashOuts.ts';

const { toWithdraw, underReview, transferring, done, failed } = CashOutState.values;
const OPEN = sql`o.state in (${sql.lit(toWithdraw)}, ${sql.lit(underReview)}, ${sql.lit(transferring)})`;
const isRetried = sql<boolean>`exists (select 1 from cash_outs.cash_out again where again.retry_of = o.id)`;
/** From so much of it given back on. */
const MANY_REFUNDS = 0.2;

const from = (ctx: Ctx) =>
  ctx.db
    .selectFrom('cash_outs.cash_out as o')
    .innerJoin('customers.v_customer as c', 'c.id', 'o.customer_id')
    .leftJoin('ledger.v_account as p', (join) =>
      join
        .onRef('p.owner_id', '=', 'o.customer_id')
        .onRef('p.currency', '=', 'o.currency')
        .on('p.owner_kind', '=', 'customer')
        .on('p.kind', '=', 'profit'),
    )
    .where(readsProfitOf(ctx, sql`o.customer_id`));

const columns = {
  customerName: sql`c.name`,
  receiver: sql`o.receiver_mask`,
  reason: sql`o.reason_zh`,
};

export type ListedCashOut = CashOutRow & { customer_name: string; is_retried: boolean };

const sumIn = (where: ReturnType<typeof sql>) => sql<string>`coalesce(sum(o.amount) filter (where ${where}), 0)::text`;

export function presentCashOut(row: ListedCashOut, ctx: Ctx) {
  const actor = accountOf(ctx);
  const isOwn = row.customer_id === actor.customerId;
  return {
    customerName: row.customer_name,
    receiver: row.bank === null ? row.receiver_mask : `${row.bank} ${row.receiver_mask}`,
    reason: ctx.language === 'en' ? row.reason_en : row.reason_zh,
    offered: {
      cancel: isOwn && isCancellable(row) && holds(actor, 'cashOutRecord.cancel'),
      confirm: isOwn && row.waits_for === 'receiver' && holds(actor, 'cashOutRecord.confirm'),
      retry: isOwn && row.state === failed && !row.is_retried && holds(actor, 'cashOutRecord.retry'),
    },
  };
}

/** A customer reads its own; the platform everybody's within its scope. */
export const cashOutDataset = dataset(listCashOuts, {
  from,
  table: 'o',
  columns,
  select: (query) => query.selectAll('o').select(['c.name as customer_name', isRetried.as('is_retried')]),
  present: async (rows, ctx) => (rows as unknown as ListedCashOut[]).map((row) => presentCashOut(row, ctx)),
  figures: async (_ctx, filtered) => ({
    sums: (await (
      await filtered()
    )
      .select([
        sql`o.currency`.as('currency'),
        sumIn(sql`o.state = ${sql.lit(done)}`).as('done'),
        sumIn(OPEN).as('underway'),
        sumIn(sql`o.state = ${sql.lit(failed)}`).as('failed'),
      ])
      .groupBy(sql`o.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as { currency: string; done: string; underway: string; failed: string }[],
  }),
});

/** What was given back of what a customer earned in the last 90 days, as a part of it. */
const refunded = sql<number>`(select coalesce(-sum(e.amount) filter (where e.kind = 'reversal'), 0)::float8
    / greatest(1, coalesce(sum(e.amount) filter (where e.kind = 'sale'), 0))::float8
  from profit_sharing.v_entry e
  where e.customer_id = o.customer_id and e.currency = o.currency and e.at > o.created_at - interval '90 days')`;
const isFirst = sql<boolean>`not exists (select 1 from cash_outs.cash_out before
  where before.customer_id = o.customer_id and before.state = ${sql.lit(done)} and before.id <> o.id)`;

const RISKS: Readonly<Record<CashOutRisk, ReturnType<typeof sql<SqlBool>>>> = {
  newReceiver: sql<SqlBool>`o.is_new_receiver`,
  largeAmount: sql<SqlBool>`o.is_large`,
  firstCashOut: sql<SqlBool>`${isFirst}`,
  profitBelowZero: sql<SqlBool>`p.balance < 0`,
  manyRefunds: sql<SqlBool>`${refunded} >= ${sql.lit(MANY_REFUNDS)}`,
};

type ListedCheck = ListedCashOut & {
  merchant_name: string | null;
  profit: string | null;
  refunded: number;
  is_first: boolean;
};

const risksOf = (row: ListedCheck): CashOutRisk[] => [
  ...(row.is_new_receiver ? (['newReceiver'] as const) : []),
  ...(row.is_large ? (['largeAmount'] as const) : []),
  ...(row.is_first ? (['firstCashOut'] as const) : []),
  ...(BigInt(row.profit ?? '0') < 0n ? (['profitBelowZero'] as const) : []),
  ...(row.refunded >= MANY_REFUNDS ? (['manyRefunds'] as const) : []),
];

function offeredTo(row: CashOutRow, ctx: Ctx, isPlatform: boolean) {
  const actor = accountOf(ctx);
  const may = (verb: 'check' | 'bank' | 'query') => isPlatform && holds(actor, `cashOutCheck.${verb}`);
  const isAtBank = row.method === CashOutMethod.values.bank;
  return {
    pass: may('check') && isPassable(row) && row.first_by_id !== actor.accountId,
    reject: may('check') && isRejectable(row),
    pay: may('bank') && isAtBank && row.state === toWithdraw,
    confirm: may('bank') && row.waits_for === 'second' && row.paid_by_id !== actor.accountId,
    query: may('query') && !isAtBank && row.state === transferring,
  };
}

/** What the platform decides and pays; others read their own here too, and decide nothing. */
export const checkDataset = dataset(listCashOutChecks, {
  from: (ctx) => from(ctx).leftJoin('payment_providers.v_merchant as m', 'm.id', 'o.merchant_id'),
  table: 'o',
  columns: { ...columns, merchantName: sql`m.name` },
  select: (query) =>
    query
      .selectAll('o')
      .select([
        'c.name as customer_name',
        isRetried.as('is_retried'),
        'm.name as merchant_name',
        'p.balance as profit',
        refunded.as('refunded'),
        isFirst.as('is_first'),
      ]),
  present: async (rows, ctx) => {
    const isPlatform = (await earnerOf(ctx)) === undefined;
    return (rows as unknown as ListedCheck[]).map((row) => ({
      ...presentCashOut(row, ctx),
      risks: isPlatform ? risksOf(row) : [],
      firstBy: isPlatform ? row.first_by : null,
      checkedBy: isPlatform ? row.checked_by : null,
      paidBy: isPlatform ? row.paid_by : null,
      merchantName: isPlatform ? row.merchant_name : null,
      offered: offeredTo(row, ctx, isPlatform),
    }));
  },
  extra: (query, asked) => {
    let found = query;
    if (asked.open) found = found.where(sql<SqlBool>`${OPEN}`);
    if (asked.ids) found = found.where(sql<SqlBool>`o.id = any(${[...asked.ids]}::bigint[])`);
    return asked.risk ? found.where(RISKS[asked.risk]) : found;
  },
  figures: async (_ctx, filtered) => {
    const rows = (await (
      await filtered()
    )
      .select([
        sql`o.currency`.as('currency'),
        sumIn(sql`o.state = ${sql.lit(underReview)}`).as('review'),
        sumIn(OPEN).as('underway'),
        sql<string>`count(*) filter (where o.state = ${sql.lit(underReview)})`.as('waiting'),
      ])
      .groupBy(sql`o.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as { currency: string; review: string; underway: string; waiting: string }[];
    return {
      waiting: rows.reduce((all, { waiting }) => all + Number(waiting), 0),
      sums: rows.map(({ currency, review, underway }) => ({ currency, review, underway })),
    };
  },
});
