create schema orders;

-- One payer, one package, any number of cards. Its price is fixed with it; the levels above the payer are its steps.
create table orders.package_order (
  id bigint not null primary key,
  order_no text not null unique,
  customer_id bigint not null,
  type smallint not null,
  source smallint not null,
  package_id bigint not null,
  package_version_id bigint not null,
  package_name text not null,
  package_type text not null,
  effective_type smallint not null,
  postpone_days smallint not null,
  currency char(3) not null,
  price bigint not null,
  lines integer not null,
  settled_lines integer not null default 0,
  refunded bigint not null default 0,
  fulfil_state smallint not null,
  hold_id bigint,
  task_id bigint not null,
  repeats_id bigint references orders.package_order,
  ordered_by bigint,
  ordered_by_name text not null,
  ordered_by_customer_id bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint order_price check (price >= 0 and lines > 0),
  constraint order_settled check (settled_lines between 0 and lines),
  constraint order_refunded check (refunded between 0 and price * settled_lines)
);
create index package_order_of_customer on orders.package_order (customer_id, id);
create index package_order_of_task on orders.package_order (task_id);
create index package_order_open on orders.package_order (id) where finished_at is null;

-- A level above the payer: what it is paid for one package, what it owes for it, and what is left.
create table orders.order_step (
  order_id bigint not null references orders.package_order,
  level smallint not null,
  customer_id bigint not null,
  reserve bigint not null,
  price bigint not null,
  margin bigint not null,
  primary key (order_id, level),
  unique (order_id, customer_id),
  constraint order_step_margin check (margin = price - reserve and margin >= 0)
);

-- A package on a card. Its period is fixed when it is bought and moves only when one before it is taken out.
create table orders.package_usage (
  id bigint not null primary key,
  card_id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  package_id bigint not null,
  package_version_id bigint not null,
  package_name text not null,
  package_type text not null,
  is_main boolean not null,
  follows boolean not null,
  flow_bytes bigint,
  voice_seconds bigint,
  sms_count integer,
  zone text not null,
  cycle_day smallint not null,
  not_before timestamptz not null,
  postpone_days smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state smallint not null,
  state_at timestamptz not null,
  created_at timestamptz not null,
  constraint package_usage_period check (starts_at < ends_at)
);
-- One main package in use a card, whoever writes.
create unique index package_usage_main on orders.package_usage (card_id) where is_main and state = 1;
create index package_usage_of_card on orders.package_usage (card_id, id);
create index package_usage_to_begin on orders.package_usage (starts_at) where state = 0;
create index package_usage_to_end on orders.package_usage (ends_at) where state = 1;

-- A package for one card. It is settled once: its state leaves «ordering» in the transaction that posts its money.
create table orders.order_line (
  id bigint not null primary key,
  order_id bigint not null references orders.package_order,
  card_id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  state smallint not null,
  usage_id bigint unique references orders.package_usage,
  failure_code text,
  failure_zh text,
  failure_en text,
  refunded bigint not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (order_id, card_id),
  constraint order_line_usage check ((state = 2) = (usage_id is not null)),
  constraint order_line_refunded check (refunded >= 0 and (refunded = 0 or state = 2))
);
create index order_line_of_customer on orders.order_line (customer_id, id);
create index order_line_of_card on orders.order_line (card_id, id);
create index order_line_of_iccid on orders.order_line (iccid);

-- A record that ended before its time, with what was given back for it: once a record.
create table orders.unsubscription (
  id bigint not null primary key,
  usage_id bigint not null unique references orders.package_usage,
  line_id bigint references orders.order_line,
  order_id bigint references orders.package_order,
  card_id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  channel smallint not null,
  state_before smallint not null,
  rule text not null,
  part_of bigint not null,
  part_whole bigint not null,
  amount bigint not null,
  currency char(3) not null,
  reason text,
  task_id bigint,
  done_by bigint,
  done_by_name text not null,
  done_by_customer_id bigint,
  created_at timestamptz not null,
  constraint unsubscription_part check (part_of between 0 and part_whole and part_whole > 0 and amount >= 0)
);
create index unsubscription_of_customer on orders.unsubscription (customer_id, id);
create index unsubscription_of_card on orders.unsubscription (card_id, id);
