create schema carriers;

-- One way to one carrier: adapter, address, sealed credentials, limits. Read everywhere, changed by hand.
create table carriers.account (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  platform smallint not null,
  sub_type smallint,
  adapter text not null,
  base_url text not null,
  state text not null check (state in ('on', 'paused', 'off')),
  state_reason text,
  -- sealed JSON; never leaves the server
  credentials text,
  credentials_hint text,
  credentials_set_at timestamptz,
  credentials_expire_on date,
  calls_per_second numeric(8, 3) not null check (calls_per_second > 0),
  in_flight integer not null check (in_flight > 0),
  calls_per_day integer check (calls_per_day > 0),
  timeout_ms integer not null check (timeout_ms > 0),
  quiet_seconds integer not null default 0,
  cycle_day smallint not null check (cycle_day between 1 and 28),
  zone text not null,
  currency text not null,
  schedules jsonb not null default '{}',
  last_sync_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, name)
);

-- What moves with every call: who is calling, how it went lately. Shared by all processes, one row an account.
create table carriers.gate (
  account_id bigint not null primary key,
  -- calls of the last moments: [{"holder","until","endedAt"}], milliseconds of the database's clock
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

-- One row a call, without secrets.
create table carriers.call (
  id bigint not null,
  at timestamptz not null,
  account_id bigint not null,
  operation text not null,
  attempt smallint not null,
  subject text,
  outcome text not null,
  duration_ms integer not null,
  http_status smallint,
  carrier_code text,
  carrier_words text,
  reference text,
  task_id bigint,
  request_id text,
  primary key (id, at)
) partition by range (at);
create index call_account on carriers.call (account_id, at desc, id desc);
create index call_subject on carriers.call (subject, at desc) where subject is not null;
create index call_reference on carriers.call (reference) where reference is not null;

-- What other rooms' lists may show of an account.
create view carriers.v_account as
  select id, customer_id, name, platform, sub_type, state, cycle_day, zone from carriers.account;
