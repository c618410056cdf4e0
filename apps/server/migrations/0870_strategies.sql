-- «At x do y», per carrier. Nothing is carried out by them alone.
create table control.flow_strategy (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  platform smallint not null,
  -- [{base, threshold, action, limitStrategyId, notify, restore}]
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  is_enabled boolean not null,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint flow_strategy_name unique (customer_id, name)
);

-- A package under a strategy, with a limit of its own.
create table control.flow_strategy_package (
  id bigint not null primary key,
  -- of the strategy
  customer_id bigint not null,
  strategy_id bigint not null references control.flow_strategy,
  package_id bigint not null,
  limit_strategy_id bigint references control.limit_strategy,
  -- [{month, afterBytes, kbps}]
  own_tiers jsonb check (jsonb_typeof(own_tiers) = 'array'),
  version integer not null default 1,
  associated_by text,
  associated_at timestamptz not null,
  updated_at timestamptz not null,
  check (limit_strategy_id is null or own_tiers is null),
  -- a package has one strategy of each owner
  constraint flow_strategy_package_once unique (customer_id, package_id)
);
create index flow_strategy_package_strategy on control.flow_strategy_package (strategy_id, id);
create index flow_strategy_package_limit on control.flow_strategy_package (limit_strategy_id)
  where limit_strategy_id is not null;

-- Customers whose cards are limited otherwise, or not at all.
create table control.flow_limit_exception (
  flow_package_id bigint not null references control.flow_strategy_package on delete cascade,
  customer_id bigint not null,
  -- null: not limited
  limit_strategy_id bigint references control.limit_strategy,
  -- the last day it holds
  ends_on date,
  set_by text,
  set_at timestamptz not null,
  primary key (flow_package_id, customer_id)
);
create index flow_limit_exception_limit on control.flow_limit_exception (limit_strategy_id)
  where limit_strategy_id is not null;

-- What an audience is shown of a card.
create table control.display_strategy (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  audience text not null check (audience in ('child', 'publicAccount', 'api', 'miniProgram')),
  shows text[] not null check (cardinality(shows) > 0),
  unit text not null check (unit in ('fitting', 'MB', 'GB')),
  decimals smallint not null check (decimals between 0 and 2),
  masks_numbers boolean not null,
  history_months smallint not null check (history_months between 1 and 24),
  is_enabled boolean not null,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint display_strategy_name unique (customer_id, name),
  unique (id, customer_id, audience)
);

create table control.display_binding (
  strategy_id bigint not null,
  -- of the strategy, as its audience is
  customer_id bigint not null,
  audience text not null,
  kind text not null check (kind in ('package', 'product', 'customer')),
  -- the id of a package or customer, the code of a product
  object_id text not null,
  bound_by text,
  bound_at timestamptz not null,
  primary key (strategy_id, kind, object_id),
  foreign key (strategy_id, customer_id, audience)
    references control.display_strategy (id, customer_id, audience) on delete cascade,
  -- an object has one strategy of each owner and audience
  constraint display_binding_once unique (customer_id, audience, kind, object_id)
);
