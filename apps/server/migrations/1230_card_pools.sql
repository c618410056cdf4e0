create schema pools;

-- An allowance that its cards bring together. Pools of other kinds will be rows of their own kind.
create table pools.pool (
  id bigint not null primary key,
  -- whose it is
  customer_id bigint not null,
  kind text not null check (kind in ('card')),
  pool_code text not null,
  name text not null,
  -- the pool it was cut from
  parent_id bigint references pools.pool,
  -- ids from the topmost pool down to itself, each followed by a slash
  path text not null,
  depth smallint not null check (depth >= 0),
  platform smallint not null,
  carrier_account_id bigint not null,
  package_id bigint not null,
  quota_bytes bigint check (quota_bytes > 0),
  oversell_percent integer not null check (oversell_percent >= 100),
  contribution_rule text not null check (contribution_rule in ('full', 'byDay', 'nextCycle')),
  cycle_day smallint not null check (cycle_day between 1 and 31),
  zone text not null,
  state text not null check (state in ('enabled', 'closed')),
  -- in it now, without those of its sub-pools
  cards integer not null default 0 check (cards >= 0),
  -- the cycle it is in
  cycle text not null,
  cycle_starts_at timestamptz not null,
  cycle_ends_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint pool_tree check ((parent_id is null) = (depth = 0)),
  constraint pool_cycle check (cycle_starts_at < cycle_ends_at),
  constraint pool_closed check ((state = 'closed') = (closed_at is not null) and (state = 'enabled' or cards = 0))
);
create unique index pool_code on pools.pool (upper(pool_code));
create index pool_of_customer on pools.pool (customer_id, id);
create index pool_path on pools.pool (path text_pattern_ops);
create index pool_cycle_over on pools.pool (cycle_ends_at) where state = 'enabled';

-- A card in a pool, from a moment to a moment. Of the days it joins and leaves only the bytes between the marks are the pool's.
create table pools.member (
  id bigint not null primary key,
  card_id bigint not null,
  iccid text not null,
  pool_id bigint not null references pools.pool,
  -- the pool's
  customer_id bigint not null,
  joined_at timestamptz not null,
  join_day date not null,
  join_mark bigint not null check (join_mark >= 0),
  left_at timestamptz,
  leave_day date,
  leave_mark bigint,
  constraint member_period check (joined_at <= left_at),
  constraint member_left check ((left_at is null) = (leave_day is null) and (left_at is null) = (leave_mark is null)),
  constraint member_marks check (leave_day <> join_day or leave_mark >= join_mark)
);
-- One pool a card, of whatever kind.
create unique index member_open on pools.member (card_id) where left_at is null;
create index member_of_card on pools.member (card_id, join_day);
create index member_of_pool on pools.member (pool_id, id);

-- What a card brought to its pool and used of it in a cycle.
create table pools.member_cycle (
  member_id bigint not null references pools.member,
  cycle text not null,
  pool_id bigint not null,
  customer_id bigint not null,
  card_id bigint not null,
  -- null until the cycle was opened for it
  contributed bigint check (contributed >= 0),
  used bigint not null default 0 check (used >= 0),
  primary key (member_id, cycle)
);
create index member_cycle_used on pools.member_cycle (pool_id, cycle, used desc, member_id);
create index member_cycle_of_card on pools.member_cycle (card_id, cycle);

-- The sums of its members, without those of its sub-pools, kept in the transactions that change them.
create table pools.pool_cycle (
  pool_id bigint not null references pools.pool,
  cycle text not null,
  customer_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  contributed bigint not null default 0 check (contributed >= 0),
  used bigint not null default 0 check (used >= 0),
  -- of `used`, what became known after its end
  late bigint not null default 0,
  used_at timestamptz,
  -- up to this member the cycle is opened
  opened_to bigint not null default 0,
  opened_at timestamptz,
  primary key (pool_id, cycle)
);
create index pool_cycle_to_open on pools.pool_cycle (pool_id) where opened_at is null;

create table pools.pool_day (
  pool_id bigint not null references pools.pool,
  day date not null,
  customer_id bigint not null,
  used bigint not null check (used >= 0),
  primary key (pool_id, day)
);

-- Published: which main package of a card runs when, and what it grants in a period.
create view orders.v_main_package as
  select card_id, package_id, flow_bytes, starts_at, ends_at, state from orders.package_usage where is_main and state in (0, 1);
