import { type RawBuilder, sql } from 'kysely';

export type Finding = { readonly subject: string; readonly problem: string; readonly details: string };

/** Since when: everything, or what has moved since an earlier run at that time. */
export type Span = 'whole' | Date;

/** Transactions that were open while the earlier run looked. */
const OVERLAP = sql`interval '1 hour'`;

const recent = (span: Span, at: string) =>
  span === 'whole' ? sql`true` : sql`${sql.ref(at)} >= ${span}::timestamptz - ${OVERLAP}`;

/** Each posting has the next number and the balance it leaves; the last of them is the account's. */
const chains = (span: Span) => sql<Finding>`
  with c as (
    select a.id, a.seq, a.balance, coalesce(k.seq, 0) as from_seq, coalesce(k.balance, 0) as from_balance
    from ledger.account a
      left join ledger.checked_account k on k.account_id = a.id and ${span === 'whole' ? sql`false` : sql`true`}
    where k.account_id is null or (k.seq, k.balance) is distinct from (a.seq, a.balance)
  ), p as (
    select p.account_id, p.seq, p.balance, c.from_seq + row_number() over w as expected_seq,
      c.from_balance + sum(p.amount) over w as expected_balance
    from c join ledger.posting p on p.account_id = c.id and p.seq > c.from_seq
    window w as (partition by p.account_id order by p.seq rows unbounded preceding)
  ), s as (
    select account_id, max(expected_seq) as seq,
      (array_agg(expected_balance order by expected_seq desc))[1] as balance,
      min(seq) filter (where seq <> expected_seq) as gap, min(seq) filter (where balance <> expected_balance) as wrong
    from p group by account_id
  )
  select 'account ' || c.id as subject, f.problem, f.details
  from c left join s on s.account_id = c.id cross join lateral (values
    (s.gap is not null, 'gap in the sequence', 'at posting ' || s.gap),
    (s.wrong is not null, 'wrong balance after a posting', 'at posting ' || s.wrong),
    (c.seq <> coalesce(s.seq, c.from_seq), 'postings are missing or added',
      'the account counts ' || c.seq || ', its postings ' || coalesce(s.seq, c.from_seq)),
    (c.balance <> coalesce(s.balance, c.from_balance), 'balance differs from the sum of its postings',
      c.balance || ' instead of ' || coalesce(s.balance, c.from_balance))
  ) as f (is_wrong, problem, details) where f.is_wrong`;

/** A posting has a transaction; those of one sum to zero in each currency. All postings of one have its time. */
const transactions = (span: Span) => sql<Finding>`
  select 'transaction ' || p.transaction_id as subject, 'postings do not sum to zero' as problem,
    sum(p.amount) || ' ' || a.currency as details
  from (
    select transaction_id, account_id, amount from ledger.posting where ${recent(span, 'at')}
    union all select transaction_id, account_id, amount from ledger.deferred_posting where ${recent(span, 'at')}
  ) p left join ledger.account a on a.id = p.account_id
  group by p.transaction_id, a.currency having sum(p.amount) <> 0 or a.currency is null
  union all
  select 'transaction ' || coalesce(t.id, p.transaction_id),
    case when t.id is null then 'postings without a transaction' else 'transaction without postings' end, ''
  from (select * from ledger.transaction where ${recent(span, 'at')}) t full join (
    select distinct transaction_id from ledger.posting where ${recent(span, 'at')}
    union select transaction_id from ledger.deferred_posting where ${recent(span, 'at')}
  ) p on p.transaction_id = t.id
  where t.id is null or p.transaction_id is null`;

/** What is true of the accounts now. */
const standing = sql<Finding>`
  select 'account ' || f.id as subject, 'frozen differs from its open holds' as problem,
    f.balance || ' instead of ' || coalesce(h.remaining, 0) as details
  from ledger.account f left join (
    select frozen_id, sum(remaining) as remaining from ledger.hold where remaining > 0 group by frozen_id
  ) h on h.frozen_id = f.id
  where f.kind = 'frozen' and f.balance <> coalesce(h.remaining, 0)
  union all
  select 'account ' || b.id, 'debts below differ from what is owed', b.debts_below || ' instead of ' || coalesce(d.owed, 0)
  from ledger.account b left join (
    select backer_id, sum(greatest(0, debts_below - balance)) as owed from ledger.account
    where backer_id is not null group by backer_id
  ) d on d.backer_id = b.id
  where b.debts_below <> coalesce(d.owed, 0)
  union all
  select 'account ' || id, 'below its floor', (balance - debts_below) || ' with a credit of ' || credit
  from ledger.account where has_floor and balance - debts_below < -credit`;

/** Days of an account follow each other and end with the balance of their last posting. */
const statements = sql<Finding>`
  select 'account ' || s.account_id as subject, 'daily statements do not chain' as problem, 'at ' || min(s.day) as details
  from (
    select account_id, day, opening, closing, first_seq, last_seq,
      lag(closing, 1, 0) over w as previous_closing, lag(last_seq, 1, 0) over w as previous_seq
    from ledger.daily_statement window w as (partition by account_id order by day)
  ) s left join ledger.posting p on p.account_id = s.account_id and p.seq = s.last_seq
  where s.opening <> s.previous_closing or s.first_seq <> s.previous_seq + 1 or s.closing is distinct from p.balance
  group by s.account_id`;

/** Every check of a span; each answers what is wrong. */
export const checksOf = (span: Span): readonly RawBuilder<Finding>[] => [
  chains(span),
  transactions(span),
  standing,
  ...(span === 'whole' ? [statements] : []),
];
