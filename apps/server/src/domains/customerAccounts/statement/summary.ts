import type {
  reconcileConsumption as reconcileEndpoint,
  readConsumptionSummary as summaryEndpoint,
} from '@cardinal/contract/api/customerAccounts/statement.ts';
import type { LedgerAccountKind } from '@cardinal/contract/enumerations/ledger.ts';
import type { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { customerOf, subtreeIds } from '../../customers/face.ts';

type Period = { readonly from: string; readonly to: string };
const checkPeriod = ({ from, to }: Period) => refuseLongPeriods({ atFrom: from, atTo: to }, ['at']);

/** Whose postings; undefined: of everybody in scope. */
async function idsOf(ctx: Ctx, asked: { customerId?: string | undefined; under?: string | undefined }) {
  const top = asked.customerId ?? asked.under;
  if (top === undefined) return undefined;
  if (!(await customerOf(ctx.db, top))) throw new Refused(notFound);
  return asked.customerId ? [asked.customerId] : subtreeIds(ctx.db, top);
}

/**
 * The balances of now, less what was posted since the period ended, are its closing; less what was posted in it, its opening.
 * Read in one statement, so that postings of the moment are in both or in neither.
 */
export async function readConsumptionSummary(
  ctx: Ctx,
  query: QueryOf<typeof summaryEndpoint>,
): Promise<AnswerOf<typeof summaryEndpoint>> {
  checkPeriod(query);
  const { from, to } = query;
  const ids = await idsOf(ctx, query);
  const accounts = ctx.db
    .selectFrom('ledger.v_account as a')
    .select(['a.currency', sql<string>`sum(a.balance)`.as('balance')])
    .where('a.owner_kind', '=', 'customer')
    .where('a.kind', 'in', ['balance', 'payable'])
    .$if(ids !== undefined, (of) => of.where(sql<boolean>`a.customer_id = any(${ids}::bigint[])`))
    .groupBy('a.currency');
  const postings = ctx.db
    .selectFrom('ledger.v_entry as e')
    .select([
      'e.currency',
      sql<string | null>`case when e.at <= ${to}::timestamptz
        then (e.at at time zone ${sql.lit(DEFAULT_ZONE)})::date::text end`.as('day'),
      sql<ConsumeType | null>`case when e.at <= ${to}::timestamptz then e.consume_type end`.as('consume_type'),
      sql<string>`coalesce(sum(e.amount) filter (where e.amount > 0), 0)`.as('money_in'),
      sql<string>`coalesce(-sum(e.amount) filter (where e.amount < 0), 0)`.as('money_out'),
    ])
    .where(sql<boolean>`e.at >= ${from}::timestamptz`)
    .$if(ids !== undefined, (of) => of.where(sql<boolean>`e.customer_id = any(${ids}::bigint[])`))
    .groupBy([sql`1`, sql`2`, sql`3`]);
  const rows = await ctx.db
    .with('b', () => accounts)
    .with('p', () => postings)
    .selectFrom('b')
    .leftJoin('p', (join) => join.on(sql<boolean>`p.currency = b.currency`))
    .select(['b.currency', 'b.balance', 'p.day', 'p.consume_type', 'p.money_in', 'p.money_out'])
    .orderBy('b.currency')
    .orderBy('p.day')
    .execute();
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return {
    sums: [...byCurrency].map(([currency, all]) => {
      const inside = all.filter(({ day }) => day !== null);
      const sum = (of: typeof all, side: 'money_in' | 'money_out') =>
        of.reduce((total, row) => total + BigInt(row[side] ?? 0), 0n);
      const net = (of: typeof all) => sum(of, 'money_in') - sum(of, 'money_out');
      const closing = BigInt(all[0]?.balance ?? 0) - net(all.filter(({ day }) => day === null));
      const grouped = <K>(by: (row: (typeof all)[number]) => K) => [...Map.groupBy(inside, by)];
      return {
        currency,
        opening: String(closing - net(inside)),
        moneyIn: String(sum(inside, 'money_in')),
        moneyOut: String(sum(inside, 'money_out')),
        closing: String(closing),
        days: grouped(({ day }) => day ?? '').map(([day, of]) => ({
          day,
          moneyIn: String(sum(of, 'money_in')),
          moneyOut: String(sum(of, 'money_out')),
        })),
        types: grouped(({ consume_type }) => consume_type).map(([consumeType, of]) => ({
          consumeType,
          spent: String(-net(of)),
        })),
      };
    }),
  };
}

type Chain = {
  accountId: string;
  kind: LedgerAccountKind;
  currency: string;
  now: string;
  postings: string;
  moneyIn: string;
  moneyOut: string;
  after: string;
  ledgerOpening: string | null;
  ledgerClosing: string | null;
  wrong_seq: string | null;
  wrong_transaction: string | null;
};

/** Follows the chain of each account of a customer through the period, and holds its sums against the account. */
export async function reconcileConsumption(
  ctx: Ctx,
  query: QueryOf<typeof reconcileEndpoint>,
): Promise<AnswerOf<typeof reconcileEndpoint>> {
  checkPeriod(query);
  if (!(await customerOf(ctx.db, query.customerId))) throw new Refused(notFound);
  const { from, to, customerId } = query;
  const { rows } = await sql<Chain>`
    with entries as (
      select e.account_id, e.seq, e.at, e.amount, e.balance, e.transaction_id,
        lag(e.balance) over w as before, lag(e.seq) over w as seq_before
      from ledger.v_entry e where e.customer_id = ${customerId}::bigint and e.at >= ${from}::timestamptz
      window w as (partition by e.account_id order by e.seq)
    ), inside as (select * from entries where at <= ${to}::timestamptz)
    select a.id as "accountId", a.kind, a.currency::text as currency, a.balance as now, s.*, x.after,
      wrong.seq as wrong_seq, wrong.transaction_id as wrong_transaction
    from ledger.v_account a
      cross join lateral (
        select count(*) as postings, coalesce(sum(amount) filter (where amount > 0), 0) as "moneyIn",
          coalesce(-sum(amount) filter (where amount < 0), 0) as "moneyOut",
          (array_agg(balance - amount order by seq))[1] as "ledgerOpening",
          (array_agg(balance order by seq desc))[1] as "ledgerClosing"
        from inside where account_id = a.id) s
      cross join lateral (
        select coalesce(sum(amount), 0) as after from entries where account_id = a.id and at > ${to}::timestamptz) x
      left join lateral (
        select seq, transaction_id from inside
        where account_id = a.id and (balance <> before + amount or seq <> seq_before + 1)
        order by seq limit 1) wrong on true
    where a.owner_kind = 'customer' and a.owner_id = ${customerId}::bigint and a.kind in ('balance', 'payable')
    order by a.currency, a.kind`.execute(ctx.db);
  return {
    accounts: rows.map(({ now, after, postings, wrong_seq, wrong_transaction, ...row }) => {
      const closing = BigInt(now) - BigInt(after);
      const opening = closing - BigInt(row.moneyIn) + BigInt(row.moneyOut);
      const ledgerOpening = row.ledgerOpening ?? String(opening);
      const ledgerClosing = row.ledgerClosing ?? String(closing);
      const isWhole = ledgerOpening === String(opening) && ledgerClosing === String(closing);
      return {
        ...row,
        opening: String(opening),
        closing: String(closing),
        ledgerOpening,
        ledgerClosing,
        postings: Number(postings),
        firstDiffering: wrong_seq && wrong_transaction ? { seq: wrong_seq, transactionId: wrong_transaction } : null,
        isRight: isWhole && wrong_seq === null,
      };
    }),
  };
}
