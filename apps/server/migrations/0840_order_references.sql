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
