import { type Money, money } from '@cardinal/primitives/money.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { foldPostings } from './foldPostings.ts';
import type { LedgerAccount } from './postingRules.ts';

/**
 * Closes every day before today, of every account that moved. A posting belongs to the latest day seen up to it, and to no
 * closed one, so that the days of an account chain whatever its clock did.
 */
export async function closeDays(ctx: Ctx): Promise<number> {
  await foldPostings(ctx);
  const { numAffectedRows } = await sql`
    with moved as (
      select a.id, coalesce(l.last_seq, 0) as closed_seq, l.day as closed_day
      from ledger.account a left join lateral (
        select day, last_seq from ledger.daily_statement s where s.account_id = a.id order by day desc limit 1
      ) l on true
      where a.seq > coalesce(l.last_seq, 0)
    ), placed as (
      select p.account_id, p.seq, p.customer_id, p.amount, p.balance, greatest(m.closed_day + 1,
        max((p.at at time zone ${sql.lit(DEFAULT_ZONE)})::date) over (partition by p.account_id order by p.seq)) as day
      from moved m join ledger.posting p on p.account_id = m.id and p.seq > m.closed_seq
    )
    insert into ledger.daily_statement
      (account_id, day, customer_id, opening, money_in, money_out, closing, first_seq, last_seq)
    select account_id, day, max(customer_id), (array_agg(balance - amount order by seq))[1],
      coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0),
      (array_agg(balance order by seq desc))[1], min(seq), max(seq)
    from placed where day < (${ctx.clock.now()}::timestamptz at time zone ${sql.lit(DEFAULT_ZONE)})::date
    group by account_id, day
    on conflict do nothing`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

/** Twenty past midnight: what was begun before it has committed. */
export const closeDaysJob = job({
  name: 'ledger.closeDays',
  payload: z.object({}),
  schedule: '20 0 * * *',
  run: async (ctx) => {
    await closeDays(ctx);
  },
});

export type Statement = {
  readonly opening: Money;
  readonly moneyIn: Money;
  readonly moneyOut: Money;
  readonly closing: Money;
  readonly days: readonly {
    readonly day: string;
    readonly moneyIn: Money;
    readonly moneyOut: Money;
    readonly closing: Money;
  }[];
};

/** The closed days of an account in the caller's scope, first and last included (`2026-11-20`). Days without movement are left out. */
export async function statement(
  ctx: Ctx,
  { id, currency }: LedgerAccount,
  period: { readonly from: string; readonly to: string },
): Promise<Statement> {
  const ofAccount = ctx.db
    .selectFrom('ledger.daily_statement')
    .select([sql<string>`day::text`.as('day'), 'money_in', 'money_out', 'closing'])
    .where('account_id', '=', id);
  const before = await ofAccount.where('day', '<', period.from).orderBy('day', 'desc').limit(1).executeTakeFirst();
  const rows = await ofAccount.where('day', '>=', period.from).where('day', '<=', period.to).orderBy('day').execute();
  const inCurrency = (minor: bigint | string) => money(BigInt(minor), currency);
  const sumOf = (column: 'money_in' | 'money_out') =>
    inCurrency(rows.reduce((sum, row) => sum + BigInt(row[column]), 0n));
  const opening = before?.closing ?? '0';
  return {
    opening: inCurrency(opening),
    moneyIn: sumOf('money_in'),
    moneyOut: sumOf('money_out'),
    closing: inCurrency(rows.at(-1)?.closing ?? opening),
    days: rows.map((row) => ({
      day: row.day,
      moneyIn: inCurrency(row.money_in),
      moneyOut: inCurrency(row.money_out),
      closing: inCurrency(row.closing),
    })),
  };
}
