create schema deductions;

-- What a direct customer pays for the usage of its cards and those below it. Price, free volume and rounding are those of the version
-- written last.
create table deductions.tariff (
  id bigint not null primary key,
  -- who pays
  customer_id bigint not null,
  -- who charges: its parent
  owner_id bigint not null,
  type smallint not null check (type in (1, 2)),
  source smallint not null check (source in (0, 1, 2)),
  -- empty: all
  account_ids bigint[] not null,
  product_codes text[] not null,
  unit_price numeric(15, 6) check (unit_price >= 0),
  free_bytes bigint not null check (free_bytes >= 0),
  rounding text not null check (rounding in ('exact', 'wholeGb')),
  on_empty smallint not null check (on_empty in (1, 4)),
  currency text not null,
  state text not null check (state in ('draft', 'on', 'off')),
  -- usage of earlier days is never charged
  first_day date,
  revision integer not null,
  valid_from timestamptz not null,
  -- its cards are stopped because the balance is used up
  arrears_since timestamptz,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (source = 0 or unit_price is not null)
);
create index tariff_of_customer on deductions.tariff (customer_id);

-- What held from when on. Never changed once it began.
create table deductions.tariff_version (
  tariff_id bigint not null references deductions.tariff,
  revision integer not null check (revision > 0),
  is_on boolean not null,
  unit_price numeric(15, 6),
  free_bytes bigint not null,
  rounding text not null,
  valid_from timestamptz not null,
  created_by text,
  created_at timestamptz not null,
  primary key (tariff_id, revision)
);

-- How a card's day moved, and what of it is charged by which version (0: nothing is). Append-only but for the deduction it went into.
create table deductions.figure (
  id bigint not null,
  tariff_id bigint not null,
  card_id bigint not null,
  day date not null,
  revision integer not null,
  at timestamptz not null,
  source text not null check (source in ('reading', 'package', 'rerating', 'beginning')),
  -- the day as it stood and as it stands
  before bigint not null,
  after bigint not null,
  bytes bigint not null,
  charged bigint not null,
  -- 0: not charged; null: not yet
  deduction_id bigint,
  primary key (id, day)
) partition by range (day);
create index figure_of_card on deductions.figure (card_id, day);
create index figure_new on deductions.figure (tariff_id, day) where deduction_id is null;
create index figure_of_deduction on deductions.figure (deduction_id, card_id);

-- What of a card's cycle is charged by each version: the sum of its figures that went into deductions.
create table deductions.card_cycle (
  tariff_id bigint not null,
  cycle text not null,
  card_id bigint not null,
  revision integer not null,
  charged bigint not null,
  primary key (tariff_id, cycle, card_id, revision)
);

-- A cycle of a tariff: what was charged for it so far, and the deduction that collects figures until they come to an amount.
create table deductions.tariff_cycle (
  tariff_id bigint not null,
  cycle text not null,
  charged bigint not null,
  open_id bigint not null,
  primary key (tariff_id, cycle)
);

-- One posting a customer and run.
create table deductions.posting (
  id bigint not null primary key,
  customer_id bigint not null,
  owner_id bigint not null,
  amount bigint not null,
  currency text not null,
  state text not null check (state in ('waiting', 'posted')),
  at timestamptz not null,
  transaction_id bigint,
  balance bigint,
  posted_at timestamptz
);
create index posting_waiting on deductions.posting (customer_id, id) where state = 'waiting';

-- What a run charged by a tariff for a cycle: the rounded total of the cycle less what was charged before.
create table deductions.deduction (
  id bigint not null primary key,
  posting_id bigint not null references deductions.posting,
  tariff_id bigint not null,
  customer_id bigint not null,
  owner_id bigint not null,
  type smallint not null,
  source smallint not null,
  cycle text not null,
  revision integer not null,
  at timestamptz not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  cards integer not null,
  bytes bigint not null,
  package_bytes bigint not null,
  charged_bytes bigint not null,
  unit_price numeric(15, 6),
  amount bigint not null check (amount <> 0),
  currency text not null,
  -- the rounded total of the cycle
  total bigint not null,
  parts jsonb not null
);
create index deduction_of_customer on deductions.deduction (customer_id, at desc, id desc);
create index deduction_of_posting on deductions.deduction (posting_id);
create index deduction_of_tariff on deductions.deduction (tariff_id, at desc);

-- What each card had in a deduction. `weight`: millionths of the currency's unit a GB, times bytes; null where one amount is for the account.
create table deductions.deduction_card (
  deduction_id bigint not null,
  card_id bigint not null,
  bytes bigint not null,
  charged bigint not null,
  weight numeric(40, 0),
  -- once the deduction is complete
  amount bigint,
  is_corrected boolean not null,
  primary key (deduction_id, card_id)
);
create index deduction_of_card on deductions.deduction_card (card_id, deduction_id);

-- Cards stopped because the balance is used up, or because they used more than their packages.
create table deductions.arrears (
  id bigint not null primary key,
  tariff_id bigint not null,
  card_id bigint not null,
  -- due: to be raised; raised; already: somebody else had raised it; over
  state text not null check (state in ('due', 'raised', 'already', 'over')),
  at timestamptz not null,
  over_at timestamptz
);
create unique index arrears_open on deductions.arrears (tariff_id, card_id) where state <> 'over';
create index arrears_due on deductions.arrears (tariff_id) where state = 'due';
