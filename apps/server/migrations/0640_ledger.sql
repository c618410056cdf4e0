create schema ledger;

-- Deferred: posted without a lock and folded into the balance later, since many sales at once meet in these accounts.
create table ledger.account_kind (
  kind text not null primary key,
  is_deferred boolean not null,
  has_floor boolean not null,
  unique (kind, is_deferred, has_floor)
);
insert into ledger.account_kind values
  ('balance', false, true), ('frozen', false, true), ('profitFrozen', true, false), ('profit', false, false),
  ('payable', false, false), ('receivable', false, false), ('walletPaid', false, true), ('walletGift', false, true),
  ('walletPreload', false, true), ('clearing', true, false), ('revenue', true, false), ('fee', true, false);

create table ledger.owner_kind (kind text not null primary key);
insert into ledger.owner_kind values ('customer'), ('platform'), ('card'), ('endUser');

-- credit is a floor, not an account. debts_below is what the accounts backed by this one owe: it counts like a debt of its own.
-- The kinds are foreign keys, not checks: every update of a balance would evaluate a check again.
create table ledger.account (
  id bigint not null primary key,
  owner_kind text not null references ledger.owner_kind,
  owner_id bigint not null,
  currency char(3) not null,
  kind text not null,
  is_deferred boolean not null,
  has_floor boolean not null,
  customer_id bigint not null,
  balance bigint not null default 0,
  seq bigint not null default 0,
  credit bigint not null default 0,
  backer_id bigint references ledger.account,
  debts_below bigint not null default 0,
  opened_at timestamptz not null,
  unique (owner_kind, owner_id, currency, kind),
  foreign key (kind, is_deferred, has_floor) references ledger.account_kind (kind, is_deferred, has_floor),
  constraint account_floor check (not has_floor or balance - debts_below >= -credit),
  constraint account_credit check (least(credit, debts_below) >= 0 and (kind = 'balance' or greatest(credit, debts_below) = 0))
) with (fillfactor = 70);
create index account_customer on ledger.account (customer_id);
create index account_backer on ledger.account (backer_id) where backer_id is not null;

create table ledger.transaction (
  id bigint not null primary key,
  business_key text not null unique,
  -- A hash of all that the caller asked for.
  fingerprint text not null,
  step text not null,
  kind text not null,
  at timestamptz not null,
  actor_account_id bigint,
  actor_name text not null,
  hold_id bigint,
  reverses bigint,
  consume_type smallint,
  business_no text,
  remark text
);
create unique index transaction_reverses on ledger.transaction (reverses) where reverses is not null;

create table ledger.posting (
  account_id bigint not null,
  seq bigint not null,
  at timestamptz not null,
  transaction_id bigint not null,
  customer_id bigint not null,
  amount bigint not null check (amount <> 0),
  balance bigint not null,
  primary key (account_id, seq, at)
) partition by range (at);
create index posting_transaction on ledger.posting (transaction_id);
create index posting_customer on ledger.posting (customer_id, at desc);

-- Postings of deferred accounts until they are folded: no sequence, no balance yet.
create table ledger.deferred_posting (
  account_id bigint not null,
  transaction_id bigint not null,
  at timestamptz not null,
  customer_id bigint not null,
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, account_id)
);

create table ledger.hold (
  id bigint not null primary key,
  source_id bigint not null references ledger.account,
  frozen_id bigint not null references ledger.account,
  amount bigint not null check (amount > 0),
  remaining bigint not null,
  opened_at timestamptz not null,
  constraint hold_remaining check (remaining between 0 and amount)
);
create index hold_open on ledger.hold (frozen_id) where remaining > 0;

create type ledger.outcome as (outcome text, transaction_id bigint, hold_id bigint, account_id bigint, available bigint);

-- What can be spent from an account: its own, its credit, and no more than those who back it can carry.
create function ledger.spendable(p_account bigint) returns bigint
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  v_at ledger.account;
  v_own bigint;
  v_cushion bigint := 0;
  v_least bigint;
begin
  select * into v_at from ledger.account where id = p_account;
  if v_at.kind <> 'balance' then return v_at.balance; end if;
  loop
    v_own := v_at.balance - v_at.debts_below;
    v_least := least(v_least, v_cushion + v_own + v_at.credit);
    v_cushion := v_cushion + greatest(v_own, 0);
    exit when v_at.backer_id is null;
    select * into v_at from ledger.account where id = v_at.backer_id;
  end loop;
  return v_least;
end $$;

-- The outcome of the transaction that has this key, or that has reversed the same one; null if there is none.
create function ledger.earlier(p_entry ledger.transaction) returns ledger.outcome
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_known ledger.transaction;
begin
  select * into v_known from ledger.transaction where business_key = p_entry.business_key;
  if found then
    return (case when v_known.fingerprint = p_entry.fingerprint then 'repeated' else 'keyReused' end,
      v_known.id, v_known.hold_id, null, null)::ledger.outcome;
  end if;
  if p_entry.reverses is null then return null; end if;
  select * into v_known from ledger.transaction where reverses = p_entry.reverses;
  if found then return ('reversedBefore', v_known.id, null, null, null)::ledger.outcome; end if;
  return null;
end $$;

-- How much more the accounts below each of these (locked) ones owe after the postings, from the lowest up: a debt counts like a
-- debt of whoever backs it. Null where somebody would fall below the credit.
create function ledger.debts_after(p_lock bigint[], p_accounts bigint[], p_amounts bigint[]) returns bigint[]
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_debts bigint[] := array_fill(0::bigint, array[cardinality(p_lock)]);
  v_each record;
  v_after bigint;
  v_backer integer;
begin
  for v_each in
    with recursive above (id, backer_id, steps) as (
      select id, backer_id, 0 from ledger.account where id = any (p_lock) and kind = 'balance'
      union all select above.id, a.backer_id, above.steps + 1 from above join ledger.account a on a.id = above.backer_id
    )
    select a.id, a.backer_id, a.credit, a.balance - a.debts_below as own,
      coalesce(p_amounts[array_position(p_accounts, a.id)], 0) as amount
    from ledger.account a join (select id, max(steps) as steps from above group by id) d on d.id = a.id
    order by d.steps desc
  loop
    v_after := v_each.own + v_each.amount - v_debts[array_position(p_lock, v_each.id)];
    if v_after < -v_each.credit and v_after < v_each.own then return null; end if;
    v_backer := array_position(p_lock, v_each.backer_id);
    if v_backer is not null then
      v_debts[v_backer] := v_debts[v_backer] + greatest(-v_after, 0) - greatest(-v_each.own, 0);
    end if;
  end loop;
  return v_debts;
end $$;

-- Posts one transaction or refuses it, changing nothing. What a program must never ask raises an error.
create function ledger.post(p_entry ledger.transaction, p_accounts bigint[], p_amounts bigint[]) returns ledger.outcome
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_hold ledger.hold;
  v_given record;
  v_is_whole boolean;
  v_lock bigint[];
  v_more bigint[];
  v_floors record;
  v_debts bigint[];
  v_posted integer;
begin
  if p_entry.step in ('settle', 'release') then
    select * into strict v_hold from ledger.hold where id = p_entry.hold_id for no key update;
  end if;

  -- What never changes of the accounts is judged before they are locked.
  select count(*) as accounts, count(*) filter (where is_deferred) as deferred,
      array_agg(id) filter (where not is_deferred) as lockable,
      array_agg(backer_id) filter (where credit > 0 and backer_id <> all (p_accounts)) as backers,
      sum(amount) as total, min(currency) as currency, max(currency) as other, bool_or(amount = 0) as has_zero,
      count(*) filter (where kind = 'frozen') as frozen,
      max(id) filter (where kind = 'frozen') as frozen_id, max(id) filter (where kind <> 'frozen') as source_id,
      sum(amount) filter (where kind = 'frozen')::bigint as frozen_amount
    into v_given
    from unnest(p_accounts, p_amounts) as l (account_id, amount) join ledger.account a on a.id = l.account_id;
  if v_given.accounts <> cardinality(p_accounts) then raise exception 'ledger: an account is unknown'; end if;
  v_is_whole := not v_given.has_zero and v_given.total = 0;
  if v_given.currency <> v_given.other then
    v_is_whole := v_is_whole and not exists (
      select from unnest(p_accounts, p_amounts) as l (account_id, amount) join ledger.account a on a.id = l.account_id
      group by a.currency having sum(l.amount) <> 0);
  end if;
  if not v_is_whole then raise exception 'ledger: the postings of % do not sum to zero', p_entry.business_key; end if;
  if p_entry.step = 'hold' then
    perform from ledger.account f join ledger.account s using (owner_kind, owner_id)
      where f.id = v_given.frozen_id and s.id = v_given.source_id and not s.is_deferred;
    if not found or v_given.accounts <> 2 or v_given.frozen_amount < 0 then
      raise exception 'ledger: a hold posts from an account to the frozen one of its owner';
    end if;
  elsif p_entry.step in ('settle', 'release') then
    if v_given.frozen <> 1 or v_given.frozen_id <> v_hold.frozen_id or v_given.frozen_amount > 0 then
      raise exception 'ledger: hold % is posted from its own frozen account', v_hold.id;
    end if;
    if v_hold.remaining + v_given.frozen_amount < 0 then
      return coalesce(ledger.earlier(p_entry),
        ('holdShort', null, v_hold.id, v_hold.frozen_id, v_hold.remaining)::ledger.outcome);
    end if;
  elsif v_given.frozen <> 0 then
    raise exception 'ledger: a frozen account is posted by holds only';
  end if;

  -- Locks, in order of id: the accounts, and whoever backs those with credit.
  v_lock := coalesce(v_given.lockable, '{}');
  v_more := v_given.backers;
  -- A settlement is often followed by a release in the same transaction. Both lock the same, so that no hold comes between.
  if p_entry.step = 'settle' and v_hold.source_id <> all (v_lock) then v_lock := v_lock || v_hold.source_id; end if;
  while v_more is not null loop
    v_lock := v_lock || v_more;
    select array_agg(distinct backer_id) into v_more from ledger.account
      where id = any (v_lock) and credit > 0 and backer_id <> all (v_lock);
  end loop;
  loop
    select bool_or(credit > 0) as on_credit,
        array_agg(distinct backer_id) filter (where credit > 0 and backer_id <> all (v_lock)) as more,
        -- A hold finds the money, also where a floor is not declared.
        bool_or(amount < 0 and kind <> 'balance' and balance + amount < 0 and (has_floor or p_entry.step = 'hold'))
          as is_short,
        bool_or(amount < 0 and kind = 'balance' and balance + amount < debts_below) as is_overdrawn
      into v_floors
      from (
        select a.kind, a.has_floor, a.balance, a.debts_below, a.credit, a.backer_id, p_amounts[array_position(p_accounts, a.id)] as amount
        from ledger.account a where a.id = any (v_lock) order by a.id for no key update) locked;
    -- Credit was granted meanwhile: whoever backs it is locked as well.
    exit when v_floors.more is null;
    v_lock := v_lock || v_floors.more;
  end loop;
  if v_floors.on_credit then
    v_debts := ledger.debts_after(v_lock, p_accounts, p_amounts);
    if v_debts is null then v_floors.is_short := true; end if;
  elsif v_floors.is_overdrawn then
    v_floors.is_short := true;
  end if;
  if v_floors.is_short then
    return coalesce(ledger.earlier(p_entry), (
      select ('belowFloor', null, null, s.account_id, s.available)::ledger.outcome from (
        select l.account_id, l.amount, ledger.spendable(l.account_id) as available
        from unnest(p_accounts, p_amounts) as l (account_id, amount) join ledger.account a on a.id = l.account_id
        where l.amount < 0 and not a.is_deferred) s order by s.available + s.amount limit 1));
  end if;

  insert into ledger.transaction select (p_entry).* on conflict do nothing;
  if not found then return ledger.earlier(p_entry); end if;

  if v_debts is null then
    with moved as (
      update ledger.account a set balance = a.balance + l.amount, seq = a.seq + 1
      from unnest(p_accounts, p_amounts) as l (account_id, amount)
      where a.id = l.account_id and not a.is_deferred
      returning a.id, a.seq, a.customer_id, l.amount, a.balance
    )
    insert into ledger.posting (account_id, seq, at, transaction_id, customer_id, amount, balance)
    select id, seq, p_entry.at, p_entry.id, customer_id, amount, balance from moved;
  else
    -- One update of both, since the floor counts both.
    with moved as (
      update ledger.account a
      set balance = a.balance + coalesce(l.amount, 0), seq = a.seq + (l.amount is not null)::integer,
        debts_below = a.debts_below + d.debt
      from unnest(v_lock, v_debts) as d (account_id, debt)
        left join unnest(p_accounts, p_amounts) as l (account_id, amount) using (account_id)
      where a.id = d.account_id and (l.amount is not null or d.debt <> 0)
      returning a.id, a.seq, a.customer_id, l.amount, a.balance
    )
    insert into ledger.posting (account_id, seq, at, transaction_id, customer_id, amount, balance)
    select id, seq, p_entry.at, p_entry.id, customer_id, amount, balance from moved where amount is not null;
  end if;
  get diagnostics v_posted = row_count;
  if v_posted <> v_given.accounts - v_given.deferred then raise exception 'ledger: an account is named twice'; end if;
  if v_given.deferred > 0 then
    insert into ledger.deferred_posting (account_id, transaction_id, at, customer_id, amount)
    select a.id, p_entry.id, p_entry.at, a.customer_id, l.amount
    from unnest(p_accounts, p_amounts) as l (account_id, amount) join ledger.account a on a.id = l.account_id
    where a.is_deferred;
  end if;

  if p_entry.step = 'hold' then
    insert into ledger.hold (id, source_id, frozen_id, amount, remaining, opened_at)
    values (p_entry.hold_id, v_given.source_id, v_given.frozen_id, v_given.frozen_amount, v_given.frozen_amount, p_entry.at);
  elsif p_entry.step in ('settle', 'release') then
    update ledger.hold set remaining = remaining + v_given.frozen_amount where id = v_hold.id;
  end if;
  return ('posted', p_entry.id, p_entry.hold_id, null, null)::ledger.outcome;
end $$;

-- Gives back what remains of a hold.
create function ledger.release(p_entry ledger.transaction) returns ledger.outcome
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_hold ledger.hold;
begin
  select * into strict v_hold from ledger.hold where id = p_entry.hold_id for no key update;
  if v_hold.remaining = 0 then
    return coalesce(ledger.earlier(p_entry), ('holdShort', null, v_hold.id, v_hold.frozen_id, 0)::ledger.outcome);
  end if;
  return ledger.post(p_entry, array[v_hold.frozen_id, v_hold.source_id], array[-v_hold.remaining, v_hold.remaining]);
end $$;

-- Posts the very postings of a transaction the other way. What a hold had frozen goes back to where it was held from.
create function ledger.reverse(p_entry ledger.transaction) returns ledger.outcome
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_of ledger.transaction;
  v_hold ledger.hold;
  v_accounts bigint[];
  v_amounts bigint[];
begin
  select * into strict v_of from ledger.transaction where id = p_entry.reverses;
  if v_of.step not in ('post', 'settle') then raise exception 'ledger: a % is not reversed', v_of.step; end if;
  select * into v_hold from ledger.hold where id = v_of.hold_id;
  select array_agg(account_id), array_agg(amount) into v_accounts, v_amounts from (
    select case when p.account_id = v_hold.frozen_id then v_hold.source_id else p.account_id end as account_id,
      -sum(p.amount)::bigint as amount
    from (
      select account_id, amount from ledger.posting where transaction_id = v_of.id and at = v_of.at
      union all select account_id, amount from ledger.deferred_posting where transaction_id = v_of.id) p
    group by 1 having sum(p.amount) <> 0) m;
  return ledger.post(p_entry, v_accounts, v_amounts);
end $$;

-- Opens an account, or answers the one that is open.
create function ledger.open_account(p_id bigint, p_owner_kind text, p_owner_id bigint, p_currency text, p_kind text,
  p_customer bigint, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into ledger.account (id, owner_kind, owner_id, currency, kind, is_deferred, has_floor, customer_id, opened_at)
  select p_id, p_owner_kind, p_owner_id, p_currency, k.kind, k.is_deferred, k.has_floor, p_customer, p_at
  from ledger.account_kind k where k.kind = p_kind
  on conflict (owner_kind, owner_id, currency, kind) do nothing;
  return (select id from ledger.account where owner_kind = p_owner_kind and owner_id = p_owner_id
    and currency = p_currency and kind = p_kind);
end $$;

-- Null where it is set; otherwise what is in use beyond it. The backer is who counts the debts from now on.
create function ledger.set_credit(p_account bigint, p_credit bigint, p_backer bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_now ledger.account;
begin
  select * into strict v_now from ledger.account where id = p_account for no key update;
  if v_now.balance - v_now.debts_below < -p_credit then return v_now.debts_below - v_now.balance; end if;
  if v_now.balance < v_now.debts_below and v_now.backer_id is distinct from p_backer then
    raise exception 'ledger: account % owes, so its debt cannot count elsewhere', p_account;
  end if;
  update ledger.account set credit = p_credit, backer_id = p_backer where id = p_account;
  return null;
end $$;

-- Gives the waiting postings of deferred accounts their sequence and balance; at most this many, returns how many.
create function ledger.fold(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_account record;
  v_folded integer;
  v_total integer := 0;
begin
  for v_account in
    select a.id, a.seq, a.balance from ledger.account a
    where a.is_deferred and exists (select from ledger.deferred_posting d where d.account_id = a.id)
    order by a.id for no key update
  loop
    with taken as (
      delete from ledger.deferred_posting where (transaction_id, account_id) in (
        select transaction_id, account_id from ledger.deferred_posting where account_id = v_account.id
        order by at, transaction_id limit p_limit)
      returning *
    ), placed as (
      insert into ledger.posting (account_id, seq, at, transaction_id, customer_id, amount, balance)
      select account_id, v_account.seq + row_number() over w, at, transaction_id, customer_id, amount,
        v_account.balance + sum(amount) over w
      from taken window w as (order by at, transaction_id rows unbounded preceding)
      returning amount
    ), summed as (select count(*)::integer as n, sum(amount) as amount from placed)
    update ledger.account a set seq = a.seq + n, balance = a.balance + amount
    from summed where a.id = v_account.id and n > 0 returning n into v_folded;
    v_total := v_total + coalesce(v_folded, 0);
  end loop;
  return v_total;
end $$;

-- Days of accounts, each beginning where the one before ended. A day ends before the first posting of a later day; what comes
-- late counts in the first day that is still open.
create table ledger.daily_statement (
  account_id bigint not null,
  day date not null,
  customer_id bigint not null,
  opening bigint not null,
  money_in bigint not null,
  money_out bigint not null,
  closing bigint not null,
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (account_id, day),
  constraint daily_statement_sum check (closing = opening + money_in - money_out),
  constraint daily_statement_span check (last_seq >= first_seq)
);
create index daily_statement_customer on ledger.daily_statement (customer_id, day);

-- How far the checker has followed each account, and what it found.
create table ledger.checked_account (
  account_id bigint not null primary key,
  seq bigint not null,
  balance bigint not null
);
create table ledger.finding (
  subject text not null,
  problem text not null,
  details text not null,
  found_at timestamptz not null,
  primary key (subject, problem)
);
create table ledger.check_run (
  id bigint not null primary key,
  at timestamptz not null,
  is_whole boolean not null,
  milliseconds integer not null,
  findings integer not null
);
create index check_run_whole on ledger.check_run (is_whole, at);

-- Only the functions above post: the program reads, and adds what it derives.
revoke insert, update, delete, truncate on ledger.account_kind, ledger.owner_kind, ledger.account, ledger.transaction,
  ledger.posting, ledger.deferred_posting, ledger.hold from cardinal_app;
revoke update, delete, truncate on ledger.daily_statement from cardinal_app;
revoke execute on all functions in schema ledger from public;
grant execute on all functions in schema ledger to cardinal_app;
