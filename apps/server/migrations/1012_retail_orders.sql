create schema retail_orders;

-- A package as a public account offers it to end users.
create table retail_orders.listing (
  id bigint not null primary key,
  account_id bigint not null,
  customer_id bigint not null,
  package_id bigint not null,
  title text not null,
  price bigint not null check (price > 0),
  original_price bigint check (original_price >= price),
  currency char(3) not null,
  badge text not null,
  sort integer not null,
  -- so often for a card; 0: as often as one likes
  buy_limit smallint not null check (buy_limit between 0 and 99),
  sale_from timestamptz,
  sale_until timestamptz,
  is_on_sale boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint listing_once unique (account_id, package_id)
);

-- What an end user ordered. Its prices are those of the moment he ordered; they hold until `pay_until`.
create table retail_orders.retail_order (
  id bigint not null primary key,
  order_no text not null unique,
  account_id bigint not null,
  -- whose account it is: the seller
  customer_id bigint not null,
  end_user_id bigint not null,
  listing_id bigint not null,
  card_id bigint not null,
  iccid text not null,
  package_id bigint not null,
  title text not null,
  price bigint not null check (price > 0),
  currency char(3) not null,
  -- what each level owes, from the root to the seller: [{customerId, cost, currency}]
  chain jsonb not null,
  payment_id bigint not null,
  trade_no text not null,
  collector_id bigint not null,
  -- whether the collector is the seller itself, which has the cash and pays what it owes from its balance
  is_self_collected boolean not null,
  pay_until timestamptz not null,
  -- pending 0, unpaid 1, paid 2
  pay_state smallint not null,
  paid_at timestamptz,
  -- none 0, ordering 1, success 2, failed 4, closed 5
  fulfil_state smallint not null,
  why_zh text,
  why_en text,
  package_order_id bigint unique,
  refunded bigint not null default 0,
  remark text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint retail_order_refunded check (refunded between 0 and price),
  constraint retail_order_paid check ((pay_state = 2) = (paid_at is not null))
);
-- One unpaid order of the same thing at a time.
create unique index retail_order_unpaid on retail_orders.retail_order (end_user_id, card_id, listing_id)
  where pay_state < 2 and fulfil_state = 0;
create index retail_order_of_end_user on retail_orders.retail_order (end_user_id, id desc);
create index retail_order_of_customer on retail_orders.retail_order (customer_id, created_at desc, id desc);
create index retail_order_at on retail_orders.retail_order (created_at desc, id desc);
create index retail_order_of_listing on retail_orders.retail_order (listing_id, card_id);
create index retail_order_of_payment on retail_orders.retail_order (payment_id);

-- What went back to the buyer, each cause once.
create table retail_orders.give_back (
  id bigint not null primary key,
  retail_order_id bigint not null references retail_orders.retail_order (id),
  customer_id bigint not null,
  cause text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- the provider's refund
  refund_id bigint not null,
  created_at timestamptz not null,
  unique (retail_order_id, cause)
);
create index give_back_of_refund on retail_orders.give_back (refund_id);
