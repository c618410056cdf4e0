-- What the pool's customer asks for, and a quota below what is used already, which holds from the next cycle on.
alter table pools.pool
  add column next_quota_bytes bigint check (next_quota_bytes > 0),
  add column wanted_quota_bytes bigint check (wanted_quota_bytes > 0),
  add column wanted_why text,
  add column wanted_at timestamptz,
  add constraint pool_wanted check ((wanted_quota_bytes is null) = (wanted_at is null));

-- How much a card may use in the pool in a cycle.
alter table pools.member add column cap_bytes bigint check (cap_bytes > 0);
create index member_capped on pools.member (pool_id) where cap_bytes is not null and left_at is null;

-- A quota that was used up; one a pool at a time.
create table pools.quota_firing (
  id bigint not null primary key,
  pool_id bigint not null references pools.pool,
  customer_id bigint not null,
  cycle text not null,
  quota_bytes bigint not null,
  used_bytes bigint not null,
  fired_at timestamptz not null,
  -- when all it had stopped was let go
  lifted_at timestamptz
);
create unique index quota_firing_open on pools.quota_firing (pool_id) where lifted_at is null;
create index quota_firing_of_pool on pools.quota_firing (pool_id, id);

-- A card that a pool stopped: by its quota, or by the card's own cap.
create table pools.stop (
  id bigint not null primary key,
  pool_id bigint not null references pools.pool,
  -- the pool's
  customer_id bigint not null,
  kind text not null check (kind in ('quota', 'cap')),
  card_id bigint not null,
  member_id bigint not null references pools.member,
  cycle text not null,
  limit_bytes bigint not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz
);
create unique index stop_open on pools.stop (pool_id, kind, card_id) where lifted_at is null;
create index stop_of_card on pools.stop (card_id) where lifted_at is null;
