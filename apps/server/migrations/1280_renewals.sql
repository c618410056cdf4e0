create schema renewals;

alter table orders.ignored_ending set schema renewals;

-- Published: packages on cards, now with their versions.
create or replace view orders.v_package_usage as
  select id, card_id, customer_id, package_id, package_name, is_main, flow_bytes, zone, starts_at, ends_at, state, state_at, created_at,
    cycle_day, package_version_id
  from orders.package_usage;

-- Published: what each level was paid, or paid itself, for the main package in use on a card.
create view orders.v_price_in_use as
  select u.card_id, o.customer_id, o.currency, o.price
  from orders.package_usage u
  join orders.order_line l on l.usage_id = u.id
  join orders.package_order o on o.id = l.order_id
  where u.is_main and u.state = 1
    and not exists (select from orders.order_step s where s.order_id = o.id and s.customer_id = o.customer_id)
  union all
  select u.card_id, s.customer_id, o.currency, s.price
  from orders.package_usage u
  join orders.order_line l on l.usage_id = u.id
  join orders.package_order o on o.id = l.order_id
  join orders.order_step s on s.order_id = o.id
  where u.is_main and u.state = 1;
revoke insert, update, delete on orders.v_price_in_use from cardinal_app;

-- What cards may be renewed with. The columns up to the message are those of its current version.
create table renewals.rule (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  package_ids bigint[] not null default '{}',
  product_codes text[] not null default '{}',
  customer_ids bigint[] not null default '{}',
  channels text[] not null check (cardinality(channels) > 0),
  limits text[] not null check (cardinality(limits) > 0),
  listed_ids bigint[] not null default '{}',
  months smallint check (months > 0),
  days_ahead smallint check (days_ahead >= 0),
  -- of one, in minor units of the owner's currency
  min_price bigint check (min_price > 0),
  currency text not null,
  -- days in China, both included
  from_day date,
  to_day date check (to_day >= from_day),
  replacement_id bigint,
  message_zh text not null,
  message_en text not null,
  revision integer not null,
  state text not null check (state in ('draft', 'shadow', 'on', 'off')),
  -- since when this version runs in shadow
  shadow_since timestamptz,
  turned_at timestamptz,
  turned_by text,
  -- who wants it on until another person confirms
  wanted_by_id bigint,
  wanted_by text,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rule_scope check (cardinality(package_ids) + cardinality(product_codes) > 0)
);
create unique index rule_name on renewals.rule (customer_id, lower(name));
create index rule_in_force on renewals.rule (customer_id) where state in ('shadow', 'on');

-- What a rule said from then on. Never changed.
create table renewals.rule_version (
  rule_id bigint not null references renewals.rule,
  revision integer not null,
  definition jsonb not null,
  created_at timestamptz not null,
  created_by text,
  primary key (rule_id, revision)
);

-- A renewal that a rule refused, or would have refused in shadow.
create table renewals.blocked (
  id bigint not null primary key,
  rule_id bigint not null references renewals.rule,
  revision integer not null,
  is_shadow boolean not null,
  card_id bigint not null,
  iccid text not null,
  -- who had the card
  customer_id bigint not null,
  package_id bigint not null,
  package_name text not null,
  channel text not null,
  -- the account, and whose it is; empty for what nobody ordered
  tried_by text not null,
  tried_by_customer_id bigint,
  is_end_user boolean not null,
  at timestamptz not null
);
create index blocked_of_rule on renewals.blocked (rule_id, at desc, id desc);
create index blocked_of_customer on renewals.blocked (customer_id, at desc, id desc);
