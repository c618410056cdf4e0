-- What an order of an end user is: a package (1), or money for the card (3), which has no package.
alter table retail_orders.retail_order
  add column type smallint not null default 1,
  alter column package_id drop not null,
  add constraint retail_order_package check ((type = 1) = (package_id is not null));
-- A free amount has one rule and many amounts: one unpaid order of each.
drop index retail_orders.retail_order_unpaid;
create unique index retail_order_unpaid on retail_orders.retail_order (end_user_id, card_id, listing_id, price)
  where pay_state < 2 and fulfil_state = 0;

-- Money that an end user put on a card: it was made by nobody of the console, and is his, not his seller's.
alter table orders.card_recharge
  alter column made_by drop not null,
  alter column made_by_customer_id drop not null,
  add column end_user_id bigint;

create schema card_recharges;

-- An amount that end users can put on their cards, and what is added to it.
create table card_recharges.tier (
  id bigint not null primary key,
  -- who sells it, and pays what is added
  customer_id bigint not null,
  -- null: in all its accounts
  account_id bigint,
  -- null: for cards of all products
  product_code text,
  -- phone bill 1, first recharge 2
  kind smallint not null check (kind in (1, 2)),
  amount bigint not null check (amount > 0),
  bonus bigint not null check (bonus >= 0),
  currency char(3) not null,
  sort integer not null,
  is_enabled boolean not null,
  valid_from timestamptz,
  valid_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tier_bonus check (bonus < amount),
  constraint tier_scope check (account_id is not null or product_code is not null),
  constraint tier_window check (valid_from < valid_until)
);
create unique index tier_first on card_recharges.tier (customer_id, coalesce(account_id, 0), coalesce(product_code, ''))
  where kind = 2;
create unique index tier_amount on card_recharges.tier (customer_id, coalesce(account_id, 0), coalesce(product_code, ''), amount)
  where kind = 1;

-- Whether an account takes any amount, within bounds and in steps; nothing is added to it.
create table card_recharges.free_amount (
  account_id bigint not null primary key,
  id bigint not null unique,
  customer_id bigint not null,
  is_on boolean not null,
  least bigint not null,
  most bigint not null,
  step bigint not null check (step > 0),
  currency char(3) not null,
  version integer not null,
  updated_at timestamptz not null,
  constraint free_amount_bounds check (least > 0 and most >= least)
);

-- One top-up; its id is its order's. What is added is promised when it is ordered, and given when it is paid.
create table card_recharges.top_up (
  id bigint not null primary key,
  customer_id bigint not null,
  card_id bigint not null,
  tier_id bigint,
  -- the tier's kind when it was ordered, that of the recharge once it is paid
  kind smallint not null,
  amount bigint not null check (amount > 0),
  bonus bigint not null check (bonus >= 0 and bonus < amount),
  currency char(3) not null,
  -- none, promised, given, waiting, lost, cancelled
  bonus_state text not null,
  -- the rows of orders.card_recharge
  paid_id bigint,
  gift_id bigint,
  -- what was taken back from the card
  paid_back bigint not null default 0,
  gift_back bigint not null default 0,
  -- arrears were a reason of the card's stop, and went with it
  lifted_arrears boolean not null default false,
  created_at timestamptz not null,
  credited_at timestamptz,
  constraint top_up_back check (paid_back between 0 and amount and gift_back between 0 and bonus),
  constraint top_up_credited check ((credited_at is null) = (paid_id is null)),
  constraint top_up_given check ((bonus_state = 'given') = (gift_id is not null))
);
create index top_up_of_tier on card_recharges.top_up (tier_id) where credited_at is not null;
create index top_up_waiting on card_recharges.top_up (id) where bonus_state = 'waiting';
create index top_up_of_card on card_recharges.top_up (card_id, id);

-- The first recharge of a card that was paid and not given back whole.
create table card_recharges.first_recharge (
  card_id bigint not null primary key,
  customer_id bigint not null,
  top_up_id bigint not null,
  at timestamptz not null
);

-- Published: whose an order is, and its number.
create view retail_orders.v_order as select id, customer_id, end_user_id, order_no from retail_orders.retail_order;
