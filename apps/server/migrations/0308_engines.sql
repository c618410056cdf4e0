create schema engines;

-- Capabilities of the platform that can be sold by themselves. Their codes are those the program knows.
create table engines.engine (
  id bigint not null primary key,
  code text not null unique,
  name_zh text not null,
  name_en text not null,
  unit text not null check (unit in ('cardMonth', 'customerMonth', 'call')),
  -- minor units of the currency, for one unit
  list_price bigint not null check (list_price >= 0),
  currency text not null default 'CNY',
  -- [{from, folds}]: from so many units on, so many tenths of the list price
  steps jsonb not null default '[]',
  trial_days integer not null check (trial_days between 0 and 90),
  grace_days integer not null check (grace_days between 0 and 90),
  state text not null check (state in ('on', 'off')),
  access text not null check (access in ('free', 'subscription')),
  version integer not null default 1,
  updated_at timestamptz not null
);

insert into engines.engine (id, code, name_zh, name_en, unit, list_price, trial_days, grace_days, state, access, updated_at)
values
  (1, 'location', '定位引擎', 'Location engine', 'cardMonth', 0, 30, 3, 'off', 'free', now()),
  (2, 'diagnosis', '诊断引擎', 'Diagnosis engine', 'call', 0, 30, 3, 'off', 'free', now()),
  (3, 'esim', 'eSIM引擎', 'eSIM engine', 'cardMonth', 0, 30, 3, 'off', 'free', now()),
  (4, 'numbering', '写号策略引擎', 'Numbering engine', 'customerMonth', 0, 30, 3, 'off', 'free', now());

-- A customer's own price; the next one takes its place when it begins.
create table engines.customer_price (
  id bigint not null primary key,
  engine_id bigint not null,
  customer_id bigint not null,
  price bigint not null check (price >= 0),
  next_price bigint check (next_price >= 0),
  next_at timestamptz,
  updated_at timestamptz not null,
  unique (engine_id, customer_id),
  check ((next_price is null) = (next_at is null))
);

create table engines.subscription (
  id bigint not null primary key,
  engine_id bigint not null,
  customer_id bigint not null,
  is_trial boolean not null,
  -- different cards a month; null: every card of the customer and of those below it
  card_limit integer check (card_limit > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  off_at timestamptz not null check (off_at >= ends_at),
  granted_by text not null,
  stopped_at timestamptz,
  stopped_by text,
  stop_reason text
);
create index subscription_customer on engines.subscription (customer_id, engine_id, off_at);
create index subscription_off on engines.subscription (off_at) where stopped_at is null;

-- Which cards came under an engine in which month: each once, however often it joins.
create table engines.member (
  card_id bigint not null,
  engine_id bigint not null,
  customer_id bigint not null,
  -- the first of the month
  period date not null,
  joined_on date not null,
  primary key (card_id, engine_id, customer_id, period)
);
create index member_customer on engines.member (customer_id, engine_id, period);

create table engines.usage (
  customer_id bigint not null,
  engine_id bigint not null,
  day date not null,
  -- different cards of the month up to this day
  cards integer not null default 0,
  joined integer not null default 0,
  calls bigint not null default 0,
  -- when the cards of the day were counted; a day that was counted is not counted again
  counted_at timestamptz,
  primary key (customer_id, engine_id, day)
);
create index usage_day on engines.usage (day);
