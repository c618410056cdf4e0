-- The key of the chain, sealed with SECRETS_KEY: who can write the tables but not read the key cannot forge a chain.
create table audit.seal_key (
  id smallint primary key,
  sealed text not null,
  made_at timestamptz not null
);
revoke delete, truncate on audit.seal_key from cardinal_app;

-- How often a fault came in an hour, and which accounts it touched; samples are only the newest few.
create table audit.error_hour (
  entry_id bigint not null references audit.error_entry (id) on delete cascade,
  hour timestamptz not null,
  occurrences integer not null,
  primary key (entry_id, hour)
);
create table audit.error_account (
  entry_id bigint not null references audit.error_entry (id) on delete cascade,
  account_id bigint not null,
  primary key (entry_id, account_id)
);
create index operation_log_account on audit.operation_log (actor_account_id, at) where actor_account_id is not null;
create index operation_log_object on audit.operation_log (object_kind, object_id, at) where object_id is not null;
