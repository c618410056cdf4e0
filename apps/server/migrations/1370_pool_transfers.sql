-- Cards that a customer moved from one of its pools into another, at once or from the next cycle on. What became of them its task says.
create table pools.transfer (
  id bigint not null primary key,
  -- the source pool's
  customer_id bigint not null,
  from_pool_id bigint not null references pools.pool,
  to_pool_id bigint not null references pools.pool,
  task_id bigint not null,
  cards integer not null check (cards > 0),
  done integer not null default 0 check (done >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  -- what they brought to the target
  contributed bigint not null default 0 check (contributed >= 0),
  -- the beginning of the source's next cycle; null: at once
  effective_at timestamptz,
  remark text not null,
  -- who asked for it
  account_name text not null,
  account_customer_id bigint not null,
  created_at timestamptz not null,
  -- when nothing of it was left to do
  ended_at timestamptz,
  undone_at timestamptz,
  constraint transfer_pools check (from_pool_id <> to_pool_id),
  constraint transfer_undone check (undone_at is null or ended_at is not null)
);
create unique index transfer_task on pools.transfer (task_id);
create index transfer_of_customer on pools.transfer (customer_id, id);
create index transfer_waiting on pools.transfer (from_pool_id) where ended_at is null;
