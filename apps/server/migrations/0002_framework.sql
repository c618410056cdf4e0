create table runtime.idempotency (
  owner bigint not null,
  key text not null,
  endpoint text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_created_at on runtime.idempotency (created_at);
