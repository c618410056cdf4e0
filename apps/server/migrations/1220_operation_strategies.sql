create schema operation_strategies;

create index package_usage_ends on orders.package_usage (ends_at) where is_main;
create index package_usage_created on orders.package_usage (created_at);

-- What happens to cards when an event in their life happens. The columns up to the priority are those of its current version.
create table operation_strategies.strategy (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  trigger text not null,
  days integer check (days > 0),
  -- in minor units of the owner's currency
  amount bigint check (amount > 0),
  currency text not null,
  customer_ids bigint[] not null default '{}',
  account_ids bigint[] not null default '{}',
  product_codes text[] not null default '{}',
  package_ids bigint[] not null default '{}',
  tag_ids bigint[] not null default '{}',
  grace_hours integer not null check (grace_hours >= 0),
  quiet_hours text not null default '',
  action smallint not null check (action between 1 and 4),
  reason smallint,
  restarts boolean not null,
  brake integer not null check (brake > 0),
  priority smallint not null check (priority between 1 and 99),
  revision integer not null,
  state text not null check (state in ('draft', 'shadow', 'on', 'off')),
  -- facts that were due before are not acted on; null: also those
  judged_from timestamptz,
  -- facts that were due until then have been judged
  swept_until timestamptz,
  -- since when this version runs in shadow
  shadow_since timestamptz,
  turned_at timestamptz,
  turned_by text,
  -- reached its brake
  paused_at timestamptz,
  -- firings before do not count for the brake
  brake_from timestamptz,
  -- who wants it on until another person confirms
  wanted_by_id bigint,
  wanted_by text,
  wants_existing boolean not null default false,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint strategy_scope check (cardinality(customer_ids) + cardinality(account_ids) + cardinality(product_codes)
    + cardinality(package_ids) + cardinality(tag_ids) > 0),
  constraint strategy_stop check ((action = 1) = (reason is not null))
);
create unique index strategy_name on operation_strategies.strategy (customer_id, lower(name));
create index strategy_running on operation_strategies.strategy (priority, id) where state in ('shadow', 'on');

-- What a strategy said from then on. Never changed.
create table operation_strategies.strategy_version (
  strategy_id bigint not null references operation_strategies.strategy,
  revision integer not null,
  definition jsonb not null,
  created_at timestamptz not null,
  created_by text,
  primary key (strategy_id, revision)
);

-- What a strategy did to a card for one fact, or would have done in shadow: once, however often the fact is seen.
create table operation_strategies.firing (
  id bigint not null primary key,
  strategy_id bigint not null references operation_strategies.strategy,
  revision integer not null,
  card_id bigint not null,
  iccid text not null,
  -- who had the card
  customer_id bigint not null,
  fact text not null,
  fact_at timestamptz not null,
  -- what was known of the fact
  said jsonb,
  is_shadow boolean not null,
  action smallint not null,
  reason smallint,
  state text not null
    check (state in ('shadow', 'waiting', 'confirmed', 'refused', 'told', 'already', 'overruled', 'lifted')),
  fired_at timestamptz not null,
  lifted_at timestamptz,
  lifted_zh text,
  lifted_en text
);
create unique index firing_once on operation_strategies.firing (strategy_id, card_id, fact, is_shadow);
create index firing_of_strategy on operation_strategies.firing (strategy_id, fired_at desc, id desc);
create index firing_open on operation_strategies.firing (card_id) where state in ('waiting', 'confirmed');
