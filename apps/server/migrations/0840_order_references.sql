-- Until which day a customer wants to hear nothing of the end of a card's package.
create table orders.ignored_ending (
  customer_id bigint not null,
  card_id bigint not null,
  until date not null,
  primary key (customer_id, card_id)
);

-- What waits on a card: whether something follows the main package in use.
create index package_usage_waiting on orders.package_usage (card_id) where is_main and state = 0;

-- The number a customer's own system gives an order: claimed in the transaction that orders, one order for ever.
create table orders.order_reference (
  customer_id bigint not null,
  out_order_no text not null,
  request_hash text not null,
  key_id bigint not null,
  key_name text not null,
  task_id bigint unique,
  answer jsonb,
  -- How often the same order was sent again and answered the same.
  repeats integer not null default 0,
  created_at timestamptz not null,
  primary key (customer_id, out_order_no)
);
create index order_reference_by_time on orders.order_reference (customer_id, created_at);
