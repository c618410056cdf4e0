-- A route's row is a bank account or a merchant at a provider (payment_providers.merchant). Each provider has its order of its own.
drop view payments.v_route;
alter table payments.collecting_account
  add column merchant_id bigint,
  alter column holder drop not null,
  alter column bank drop not null,
  alter column account_number drop not null,
  drop constraint collecting_account_position,
  add constraint collecting_account_position unique (customer_id, scene, currency, provider, position) deferrable initially immediate,
  -- provider 5 is the bank transfer
  add constraint collecting_account_kind check (
    (provider = 5) = (merchant_id is null)
    and (provider = 5) = (bank is not null and holder is not null and account_number is not null));
create unique index collecting_account_merchant on payments.collecting_account (merchant_id, scene, currency) where merchant_id is not null;
alter table payments.route_change add column provider smallint not null default 5;
alter table payments.route_change alter column provider drop default;
drop index payments.route_change_of_route;
create index route_change_of_route on payments.route_change (customer_id, scene, currency, provider, id desc);

-- One row for each customer with children that may pay, or with accounts, by scene, currency and provider: the account in use,
-- which is the first enabled one of the customer or else of the nearest level above that has one. A provider that nobody above
-- has connected is no hole: a bank account is expected, the others are offered where they are.
create view payments.v_route as
  with account as (
    select a.*, a.is_enabled and coalesce(m.is_enabled, true) as is_usable
    from payments.collecting_account a left join payment_providers.v_merchant m on m.id = a.merchant_id
  ), cell as (
    select customer_id, scene, currency, provider, sum(payers)::int as payers from (
      select c.parent_id as customer_id, s.scene, c.currency, p.provider, 1 as payers
        from customers.v_customer c cross join (values ('balanceRecharge'::text)) s (scene)
        cross join (select 5::smallint as provider union select provider from payments.collecting_account) p
        where c.parent_id is not null and c.status = 1
      union all
      select a.customer_id, a.scene, a.currency, a.provider, 0 from payments.collecting_account a
    ) each group by customer_id, scene, currency, provider
  )
  select cell.customer_id, cell.scene, cell.currency, cell.provider, cell.payers, c.name as customer_name, c.path,
    used.id as account_id, used.customer_id as collector_id,
    case when used.id is null then case when cell.payers > 0 then 'hole' else 'idle' end
      when used.customer_id = cell.customer_id then 'own' else 'inherited' end as coverage,
    greatest(coalesce(own.enabled, 0) - 1, 0)::int as backups
  from cell
    join customers.v_customer c on c.id = cell.customer_id
    left join lateral (
      select count(*) filter (where a.is_usable) as enabled, count(*) as all from account a
      where a.customer_id = cell.customer_id and a.scene = cell.scene and a.currency = cell.currency and a.provider = cell.provider
    ) own on true
    left join lateral (
      select a.id, a.customer_id from account a join customers.v_customer up on up.id = a.customer_id
      where a.customer_id = any (string_to_array(trim(both '/' from c.path), '/')::bigint[])
        and a.scene = cell.scene and a.currency = cell.currency and a.provider = cell.provider and a.is_usable
      order by up.level desc, a.position limit 1
    ) used on true
  where cell.provider = 5 or used.id is not null or own.all > 0;

-- A payment asked of a provider for something of ours (`scene`, `subject_id`: a recharge).
create table payments.payment (
  id bigint not null primary key,
  -- our number at the provider, for ever
  trade_no text not null unique check (trade_no ~ '^[0-9A-Za-z]{6,32}$'),
  scene text not null,
  subject_id bigint not null,
  payer_id bigint not null,
  collector_id bigint not null,
  provider smallint not null,
  merchant_id bigint not null,
  collecting_account_id bigint not null,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  description text not null,
  state text not null check (state in ('created', 'open', 'paid', 'differs', 'closed', 'refused')),
  -- where the buyer pays
  target_kind text check (target_kind in ('code', 'page')),
  target_url text,
  return_url text not null,
  provider_no text,
  -- the provider's own word for the state, and why it refused
  said text,
  refused_zh text,
  refused_en text,
  -- what came, which for `differs` is not what was asked
  paid_amount bigint,
  paid_currency char(3),
  paid_at timestamptz,
  -- when what it was for got its due, in the same transaction
  settled_at timestamptz,
  -- asked for to be returned; never more than came
  refunded bigint not null default 0 check (refunded >= 0),
  expires_at timestamptz not null,
  -- when to act next; null where nothing is left to do
  next_at timestamptz,
  steps integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_paid check ((state in ('paid', 'differs')) = (paid_at is not null and paid_amount is not null)),
  constraint payment_settled check (settled_at is null or state = 'paid'),
  constraint payment_exact check (state <> 'paid' or (paid_amount = amount and paid_currency = currency)),
  constraint payment_refunded check (refunded <= coalesce(paid_amount, 0))
);
create index payment_due on payments.payment (next_at, id) where next_at is not null;
create index payment_subject on payments.payment (scene, subject_id);
create index payment_payer on payments.payment (payer_id, created_at desc);
create index payment_collector on payments.payment (collecting_account_id, paid_at) where paid_at is not null;
create unique index payment_provider_no on payments.payment (merchant_id, provider_no) where provider_no is not null;

-- Money that goes back. The number stays the same however often it is asked for.
create table payments.refund (
  id bigint not null primary key,
  refund_no text not null unique check (refund_no ~ '^[0-9A-Za-z]{6,32}$'),
  payment_id bigint not null references payments.payment (id),
  payer_id bigint not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('asked', 'going', 'done', 'failed', 'abnormal')),
  provider_no text,
  said text,
  refused_zh text,
  refused_en text,
  done_at timestamptz,
  next_at timestamptz,
  steps integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refund_due on payments.refund (next_at, id) where next_at is not null;
create index refund_of_payment on payments.refund (payment_id);

-- Each notice of a provider once, as it arrived. The raw body is sealed: it names people.
create table payments.notice (
  id bigint not null primary key,
  merchant_id bigint not null,
  notice_id text not null,
  event text not null,
  body text not null,
  -- what became of it: taken, known, differs, unknownNumber, other
  verdict text not null,
  payment_id bigint,
  refund_id bigint,
  said text,
  came integer not null default 1,
  at timestamptz not null,
  last_at timestamptz not null,
  unique (merchant_id, notice_id)
);
create index notice_of_payment on payments.notice (payment_id) where payment_id is not null;
-- Notices whose sender was not proven, counted by day: none of them is kept.
create table payments.forged_notice (
  merchant_id bigint not null,
  day date not null,
  why text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (merchant_id, day, why)
);

alter table customer_accounts.recharge
  drop constraint recharge_state_check,
  add constraint recharge_state_check check (state in ('pending', 'passed', 'rejected', 'voided', 'paying', 'held', 'closed')),
  drop constraint recharge_decided,
  add constraint recharge_decided check ((state in ('pending', 'paying', 'held')) = (decided_at is null)),
  -- the first two methods are providers'
  add constraint recharge_paying check (state not in ('paying', 'held', 'closed') or method in (1, 2)),
  drop constraint recharge_collected_at_bank,
  add constraint recharge_collected check (collecting_account_id is null or method in (1, 2, 3));
