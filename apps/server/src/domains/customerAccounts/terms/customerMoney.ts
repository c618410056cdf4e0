import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { placesOf } from '@cardinal/primitives/money.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import type { CustomerMoney, CustomerSum } from '../../customers/face.ts';

/** Of customers within the caller's scope, each in its currency; who has no account is absent. */
export async function moneyOfCustomers(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerMoney & { frozen: string; creditUsed: string }>> {
  const of = (kind: string) => sql`filter (where a.kind = ${sql.lit(kind)})`;
  const rows = await ctx.db
    .selectFrom('ledger.v_account as a')
    .innerJoin('customers.v_customer as c', (join) =>
      join.onRef('c.id', '=', 'a.owner_id').onRef('c.currency', '=', 'a.currency'),
    )
    .select([
      'a.owner_id as id',
      sql<string>`coalesce(sum(a.balance) ${of('balance')}, 0)`.as('balance'),
      sql<string>`coalesce(sum(a.balance) ${of('frozen')}, 0)`.as('frozen'),
      sql<string>`coalesce(sum(a.balance) ${of('profit')}, 0)`.as('profit'),
      sql<string>`coalesce(sum(a.credit) ${of('balance')}, 0)`.as('creditLimit'),
      sql<string>`coalesce(sum(greatest(0, a.debts_below - a.balance)) ${of('balance')}, 0)`.as('creditUsed'),
      sql<string>`coalesce(sum(a.spendable) ${of('balance')}, 0)`.as('spendable'),
    ])
    .where('a.owner_kind', '=', 'customer')
    .where(sql<boolean>`a.owner_id = any(${customerIds}::bigint[])`)
    .groupBy('a.owner_id')
    .execute();
  return new Map(rows.map(({ id, ...money }) => [id, money]));
}

/** Compared in minor units of each customer's own currency. */
export function balanceBelow(amount: string): RawBuilder<SqlBool> {
  const minor = sql.join(
    Currency.options.map(({ value }) => sql`when ${sql.lit(value)} then ${amount}::numeric * ${10 ** placesOf(value)}`),
    sql` `,
  );
  return sql<SqlBool>`c.kind <> 'PLATFORM' and coalesce((
    select a.balance from ledger.v_account a where a.owner_kind = 'customer' and a.owner_id = c.id
      and a.currency = c.currency and a.kind = 'balance'), 0) < case c.currency ${minor} end`;
}

/** Of the customers `c` of a query. Profit and balances are kept apart; currencies too. */
export async function sumsOfCustomers(ctx: Ctx, customers: AnyQuery): Promise<CustomerSum[]> {
  const asked = customers.clearSelect().select(['c.id', 'c.currency']).where('c.kind', '<>', 'PLATFORM');
  const rows = await ctx.db
    .selectFrom(asked.as('asked') as never)
    .leftJoin('ledger.v_account as a', (join) =>
      join
        .on('a.owner_kind', '=', 'customer')
        .on(sql<boolean>`a.owner_id = asked.id`)
        .on(sql<boolean>`a.currency = asked.currency`)
        .on('a.kind', 'in', ['balance', 'profit']),
    )
    .select([
      sql<CustomerSum['currency']>`asked.currency`.as('currency'),
      sql<string>`count(distinct asked.id)`.as('customers'),
      sql<string>`coalesce(sum(a.balance) filter (where a.kind = 'balance'), 0)`.as('balance'),
      sql<string>`coalesce(sum(a.credit), 0)`.as('creditLimit'),
      sql<string>`coalesce(sum(a.balance) filter (where a.kind = 'profit'), 0)`.as('profit'),
    ])
    .groupBy(sql`asked.currency`)
    .orderBy(sql`count(distinct asked.id)`, 'desc')
    .orderBy(sql`asked.currency`)
    .execute();
  return rows.map((row) => ({ ...row, customers: Number(row.customers) }));
}
