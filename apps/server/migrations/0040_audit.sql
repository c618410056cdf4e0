create schema audit;

-- Append-only. customer_id is whose object was changed, or the actor's own where nothing else is said: who sees the row.
create table audit.operation_log (
  id bigint not null,
  at timestamptz not null,
  customer_id bigint not null,
  actor_customer_id bigint,
  actor_account_id bigint,
  actor_name text not null,
  operation_type smallint not null,
  endpoint text not null,
  permission text not null,
  object_kind text,
  object_id text,
  summary text,
  before_value jsonb,
  after_value jsonb,
  address text not null,
  user_agent text not null,
  request_id text not null,
  task_id bigint,
  result text not null,
  code text not null,
  primary key (id, at)
) partition by range (at);
create index operation_log_customer on audit.operation_log (customer_id, at, id);
create index operation_log_at on audit.operation_log (at, id);
create index operation_log_request on audit.operation_log (request_id);

-- The chain: consecutive numbers, each hash over the one before and the row it names.
create table audit.seal (
  seq bigint not null,
  log_id bigint not null,
  log_at timestamptz not null,
  previous text not null,
  hash text not null,
  sealed_at timestamptz not null,
  primary key (seq)
);
create unique index seal_log on audit.seal (log_id);

create table audit.error_entry (
  id bigint not null,
  fingerprint text not null,
  source text not null,
  place text not null,
  message text not null,
  version text not null,
  state text not null,
  note text,
  occurrences integer not null default 0,
  accounts integer not null default 0,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  handled_by bigint,
  handled_at timestamptz,
  primary key (id),
  unique (fingerprint)
);
create index error_entry_last on audit.error_entry (last_seen, id);

create table audit.error_sample (
  id bigint not null,
  entry_id bigint not null references audit.error_entry (id),
  at timestamptz not null,
  request_id text not null,
  account_id bigint,
  customer_id bigint,
  stack text,
  crumbs jsonb not null,
  primary key (id)
);
create index error_sample_entry on audit.error_sample (entry_id, at);
create index error_sample_request on audit.error_sample (request_id);

revoke update, delete, truncate on audit.operation_log, audit.seal from cardinal_app;
