import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Asked, Figure, Metric, Past } from '../judging/metrics.ts';
import { MOST_DAYS } from '../judging/warningWords.ts';
import { WHY } from '../warningTables.ts';

const SPEND_DAYS = 7n;

type Account = {
  id: string;
  customer_id: string;
  name: string;
  currency: string;
  balance: string;
  credit: string;
  spendable: string;
};

/** The balance accounts of customers. One that never had any money has none. */
async function accountsOf(ctx: Ctx, { customerIds }: Asked): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select a.id, a.customer_id, k.name, a.currency, a.balance::text, a.credit::text, a.spendable::text
    from ledger.v_account a join customers.v_customer k on k.id = a.customer_id
    where a.owner_kind = 'customer' and a.kind = 'balance' and a.customer_id = any(${[...customerIds]}::bigint[])
    order by a.id`.execute(ctx.beyondScope(WHY));
  return rows;
}

const figureOf = (account: Account, value: bigint | null, isAmount = false): Figure => ({
  objectId: account.id,
  name: account.name,
  customerId: account.customer_id,
  link: `/userManagement/user?shown=${account.customer_id}`,
  value,
  currency: isAmount ? account.currency : null,
});

/** Each posting leaves a balance, which stands until the next. */
async function pastBalances(ctx: Ctx, asked: Asked & { readonly since: Date }): Promise<Past[]> {
  const accounts = await accountsOf(ctx, asked);
  const { rows } = await sql<{ account_id: string; at: Date; amount: string; balance: string }>`
    select account_id, at, amount::text, balance::text from ledger.v_posting
    where account_id = any(${accounts.map(({ id }) => id)}::bigint[]) and at >= ${asked.since}
    order by account_id, seq`.execute(ctx.beyondScope(WHY));
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return accounts.map((account) => {
    const postings = byAccount.get(account.id) ?? [];
    const [first] = postings;
    const before = first ? BigInt(first.balance) - BigInt(first.amount) : BigInt(account.balance);
    return {
      figure: figureOf(account, BigInt(account.balance), true),
      points: [
        { at: asked.since, value: before },
        ...postings.map(({ at, balance }) => ({ at, value: BigInt(balance) })),
      ],
    };
  });
}

export const balanceFigure: Metric = {
  key: 'balance',
  read: async (ctx, asked) =>
    (await accountsOf(ctx, asked)).map((account) => figureOf(account, BigInt(account.balance), true)),
  past: pastBalances,
};

export const creditFigure: Metric = {
  key: 'creditUsed',
  read: async (ctx, asked) =>
    (await accountsOf(ctx, asked))
      .filter(({ credit }) => BigInt(credit) > 0n)
      .map((account) => {
        const owed = -BigInt(account.balance);
        return figureOf(account, owed > 0n ? (owed * 100n) / BigInt(account.credit) : 0n);
      }),
};

/** By what left the balance in the last seven days, whatever for. */
export const spendableFigure: Metric = {
  key: 'spendableDays',
  read: async (ctx, asked) => {
    const accounts = await accountsOf(ctx, asked);
    const since = new Date(+ctx.clock.now() - Number(SPEND_DAYS) * DAY_MS);
    const { rows } = await sql<{ account_id: string; spent: string }>`
      select account_id, (-sum(amount))::text as spent from ledger.v_posting
      where account_id = any(${accounts.map(({ id }) => id)}::bigint[]) and at >= ${since} and amount < 0
      group by account_id`.execute(ctx.beyondScope(WHY));
    const spent = new Map(rows.map((row) => [row.account_id, BigInt(row.spent)]));
    return accounts.map((account) => {
      const [left, week] = [BigInt(account.spendable), spent.get(account.id) ?? 0n];
      const days = week === 0n ? MOST_DAYS : ((left > 0n ? left : 0n) * SPEND_DAYS) / week;
      return figureOf(account, days < MOST_DAYS ? days : MOST_DAYS);
    });
  },
};
