import { listRecharges } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { accountLabels } from '../../payments/face.ts';
import type { RechargeTable } from './rechargeTables.ts';

/** The parent's staff is no business of the customer. */
const ofStaff = (column: 'entered_by' | 'checked_by') => ({
  sql: sql`r.${sql.ref(column)}`,
  where: (_: string, value: unknown, ctx: Ctx) =>
    sql<boolean>`r.payer_id in ${visiblePayers(ctx)} and r.${sql.ref(column)} ilike ${likeContains(String(value))}`,
});
const visiblePayers = (ctx: Ctx) => ctx.db.selectFrom('customers.v_customer').select('id');

export const rechargeDataset = dataset(listRecharges, {
  from: (ctx) =>
    ctx.db
      .selectFrom('customer_accounts.recharge as r')
      .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
      .leftJoin('customers.v_customer as payer', 'payer.id', 'r.payer_id')
      .leftJoin('ledger.v_posting as p', (join) =>
        join.onRef('p.transaction_id', '=', 'r.transaction_id').onRef('p.account_id', '=', 'r.account_id'),
      ),
  table: 'r',
  columns: {
    customerName: sql`c.name`,
    enteredBy: ofStaff('entered_by'),
    checkedBy: ofStaff('checked_by'),
  },
  select: (query) =>
    query
      .selectAll('r')
      .select(['c.name as customer_name', 'payer.id as seen_payer_id', 'p.amount as posted', 'p.balance as after']),
  present: async (rows, ctx) => {
    const labels = await accountLabels(
      ctx,
      rows.map((row) => row.collecting_account_id),
    );
    return rows.map((row) => ({
      ...presentRecharge(row, ctx),
      collectingAccount: labels.get(row.collecting_account_id ?? '') ?? null,
    }));
  },
  extra: async (query, asked, ctx) => {
    if (asked.under === undefined) return query;
    const top = ctx.db.selectFrom('customers.v_customer').select('path').where('id', '=', asked.under);
    return query.where(sql<boolean>`c.path like ${top} || '%'`);
  },
  figures: async (ctx, filtered) => {
    const today = wallTimeIn(DEFAULT_ZONE, ctx.clock.now());
    const since = startOfDay(DEFAULT_ZONE, today);
    const month = startOfDay(DEFAULT_ZONE, { ...today, day: 1 });
    const sum = (from: Date) =>
      sql<string>`coalesce(sum(r.amount + r.bonus) filter (where r.state = 'passed' and r.decided_at >= ${from}), 0)`;
    const rows = (await (
      await filtered()
    )
      .select([
        sql`r.currency`.as('currency'),
        sum(since).as('today'),
        sum(month).as('month'),
        sql<string>`count(*) filter (where r.state = 'pending')`.as('pending'),
      ])
      .groupBy(sql`r.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as { currency: string; today: string; month: string; pending: string }[];
    return {
      pending: rows.reduce((all, row) => all + Number(row.pending), 0),
      posted: rows.map(({ pending: _, ...sums }) => sums),
    };
  },
});

type Shown = Pick<RechargeTable, 'payer_id' | 'state' | 'entered_by_id' | 'entered_by' | 'checked_by' | 'method'> & {
  customer_name: string;
  seen_payer_id: string | null;
  posted: string | null;
  after: string | null;
};

function presentRecharge(row: Shown, ctx: Ctx) {
  const seesStaff = row.seen_payer_id !== null;
  const actor = accountOf(ctx);
  const isOpen = row.state === 'pending' && row.payer_id === actor.customerId;
  const enters = row.method === RechargeMethod.values.deduction ? 'userRecharge.deduct' : 'userRecharge.add';
  return {
    customerName: row.customer_name,
    balanceBefore: row.posted === null || row.after === null ? null : String(BigInt(row.after) - BigInt(row.posted)),
    balanceAfter: row.after,
    enteredBy: seesStaff ? row.entered_by : null,
    checkedBy: seesStaff ? row.checked_by : null,
    offered: {
      check: isOpen && row.entered_by_id !== actor.accountId && holds(actor, 'userRecharge.check'),
      void: isOpen && holds(actor, enters),
    },
  };
}
