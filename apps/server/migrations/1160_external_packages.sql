create schema external_packages;

-- Another platform whose packages are taken in over its interface.
create table external_packages.source (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  adapter text not null,
  base_url text not null,
  -- sealed JSON; never leaves the server
  credentials text not null,
  -- {field: how it is shown}
  credential_hints jsonb not null,
  credentials_set_at timestamptz not null,
  credentials_set_by text not null,
  -- hundredths of a per cent by which a price may rise before our package is suspended
  tolerance integer not null check (tolerance between 0 and 10000),
  auto_accept boolean not null,
  is_enabled boolean not null,
  -- of the gate
  state text not null default 'on' check (state in ('on', 'paused', 'off')),
  state_reason text,
  calls_per_second numeric(8, 3) not null check (calls_per_second > 0),
  in_flight integer not null check (in_flight > 0),
  calls_per_day integer check (calls_per_day > 0),
  timeout_ms integer not null check (timeout_ms > 0),
  zone text not null,
  proved_at timestamptz not null,
  -- as the source last said it
  balance bigint,
  currency text,
  balance_at timestamptz,
  low_balance bigint check (low_balance >= 0),
  -- told about it; until the balance is above again
  is_low boolean not null default false,
  sync_state text not null default 'never' check (sync_state in ('never', 'running', 'done', 'failed')),
  sync_read integer not null default 0,
  sync_zh text,
  sync_en text,
  last_sync_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index source_name_once on external_packages.source (customer_id, lower(name));

-- What moves with every call, as at the gates of carriers and payment providers. One row a source.
create table external_packages.gate (
  account_id bigint not null primary key,
  slots jsonb not null default '[]',
  day date,
  calls_today integer not null default 0,
  failures integer not null default 0,
  opened integer not null default 0,
  open_until timestamptz,
  open_zh text,
  open_en text,
  last_ok_at timestamptz
);

-- One row an attempt, without secrets and bodies.
create table external_packages.call (
  id bigint not null,
  at timestamptz not null,
  source_id bigint not null,
  operation text not null,
  attempt smallint not null,
  outcome text not null,
  duration_ms integer not null,
  http_status smallint,
  source_code text,
  source_words text,
  request_id text,
  primary key (id, at)
) partition by range (at);
create index call_of_source on external_packages.call (source_id, at desc, id desc);

-- A package of a source as it states it, and what of it was accepted here.
create table external_packages.offer (
  id bigint not null primary key,
  source_id bigint not null,
  customer_id bigint not null,
  code text not null,
  name text not null,
  -- ours, where we know theirs
  platform smallint,
  type text,
  price bigint not null check (price >= 0),
  currency text not null,
  -- allowance and validity as stated
  terms jsonb not null,
  is_gone boolean not null,
  state text not null check (state in ('new', 'same', 'changed', 'gone')),
  package_id bigint,
  unit_base smallint check (unit_base in (1000, 1024)),
  -- what a person agreed to: from here the tolerance is counted
  agreed_price bigint,
  -- what was accepted last, by a person or by itself within the tolerance
  accepted_price bigint,
  accepted_currency text,
  accepted_terms jsonb,
  -- what one costs us, in the currency of our package
  cost bigint check (cost >= 0),
  accepted_at timestamptz,
  accepted_by text,
  -- why our package is off the shelf
  suspended text check (suspended in ('source', 'gone', 'currency', 'terms', 'price')),
  changed_at timestamptz not null,
  seen_at timestamptz not null,
  created_at timestamptz not null,
  check ((package_id is null) = (agreed_price is null)),
  check ((package_id is null) = (cost is null))
);
create unique index offer_code_once on external_packages.offer (source_id, code);
create unique index offer_package_once on external_packages.offer (package_id) where package_id is not null;
create index offer_of_customer on external_packages.offer (customer_id, changed_at desc, id desc);
