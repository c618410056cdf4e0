create schema group_buys;

-- A package that a customer sells in bulk as redeem codes.
create table group_buys.offer (
  id bigint not null primary key,
  offer_no text not null unique,
  -- the seller
  customer_id bigint not null,
  package_id bigint not null,
  name text not null,
  -- null: by the API alone
  sales_platform smallint,
  -- [{from, price}]: from so many at once, each costs so many minor units
  steps jsonb not null,
  currency char(3) not null,
  valid_days integer not null check (valid_days between 1 and 730),
  expiry text not null check (expiry in ('refund', 'keep')),
  per_card integer check (per_card > 0),
  -- empty: whatever products the package is bound to
  product_codes text[] not null,
  is_on boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index offer_of_seller on group_buys.offer (customer_id, updated_at desc);

-- Codes sold at once. Its price, terms and chain are those of the moment it was paid.
create table group_buys.batch (
  id bigint not null primary key,
  batch_no text not null unique,
  offer_id bigint not null references group_buys.offer,
  seller_id bigint not null,
  -- who paid, and gets what is returned
  customer_id bigint not null,
  sales_platform smallint,
  package_id bigint not null,
  package_version_id bigint not null,
  package_name text not null,
  -- what each level owes for one package, from the root to the seller
  chain jsonb not null,
  currency char(3) not null,
  price bigint not null check (price >= 0),
  expiry text not null check (expiry in ('refund', 'keep')),
  per_card integer,
  product_codes text[] not null,
  state text not null check (state in ('issuing', 'issued', 'failed')),
  count integer not null check (count > 0),
  redeeming integer not null default 0 check (redeeming >= 0),
  redeemed integer not null default 0 check (redeemed >= 0),
  voided integer not null default 0 check (voided >= 0),
  expired integer not null default 0 check (expired >= 0),
  unused integer not null generated always as (count - redeeming - redeemed - voided - expired) stored check (unused >= 0),
  -- what the codes are made of, until they are taken
  sealed_seed text,
  taken_at timestamptz,
  taken_by text,
  task_id bigint not null unique,
  expires_at timestamptz not null,
  -- when unused codes expire; null once they have
  expire_at timestamptz,
  created_at timestamptz not null
);
create index batch_of_seller on group_buys.batch (seller_id, created_at desc);
create index batch_of_buyer on group_buys.batch (customer_id, created_at desc);
create index batch_of_offer on group_buys.batch (offer_id);
create index batch_expiring on group_buys.batch (expire_at, id) where expire_at is not null;

create table group_buys.code (
  id bigint not null primary key,
  batch_id bigint not null references group_buys.batch,
  seller_id bigint not null,
  customer_id bigint not null,
  code_no text not null unique,
  -- of the code without its dashes; the code itself is nowhere
  hash text not null unique,
  mask text not null,
  state text not null check (state in ('unused', 'redeeming', 'redeemed', 'voided', 'expired')),
  changed_at timestamptz,
  -- of the redemption that stands or is under way
  card_id bigint,
  iccid text,
  order_id bigint unique,
  order_no text,
  -- why the last card did not get the package
  failure_zh text,
  failure_en text,
  constraint code_order check ((state in ('redeeming', 'redeemed')) = (order_id is not null))
);
create index code_of_batch on group_buys.code (batch_id, state);
create index code_of_seller on group_buys.code (seller_id, code_no desc);
create index code_of_buyer on group_buys.code (customer_id, code_no desc);
create index code_of_card on group_buys.code (card_id) where card_id is not null;

-- Codes that nobody issued, by who tried them: guessing is slowed.
create table group_buys.wrong_try (
  customer_id bigint not null,
  at timestamptz not null
);
create index wrong_try_of on group_buys.wrong_try (customer_id, at);

-- An order that came through an outside shop or as a redeem code.
create table group_buys.channel_order (
  id bigint not null primary key,
  seller_id bigint not null,
  customer_id bigint not null,
  sales_platform smallint,
  their_order_no text,
  code_no text not null,
  batch_no text not null,
  order_id bigint not null unique,
  order_no text not null,
  iccid text not null,
  package_name text not null,
  their_price bigint,
  settlement_price bigint not null,
  currency char(3) not null,
  created_at timestamptz not null
);
create index channel_order_of_seller on group_buys.channel_order (seller_id, created_at desc);
create index channel_order_of_buyer on group_buys.channel_order (customer_id, created_at desc);
create index channel_order_theirs on group_buys.channel_order (their_order_no) where their_order_no is not null;

-- What is paid with a code was paid when the code was bought: it is held of what is owed to the buyer for codes.
alter table orders.package_order add column is_prepaid boolean not null default false;

-- Published: how an order stands.
create view orders.v_order as
  select id, customer_id, order_no, currency, fulfil_state, refunded, created_at, finished_at from orders.package_order;
