-- Which pool a card is in, over pools of all kinds and of all rooms: one row a card.
create table pools.card_in_pool (
  card_id bigint not null primary key,
  kind text not null check (kind in ('card', 'flow')),
  pool_id bigint not null,
  pool_code text not null,
  -- the pool's
  customer_id bigint not null
);
create index card_in_pool_of on pools.card_in_pool (pool_id, card_id);
insert into pools.card_in_pool (card_id, kind, pool_id, pool_code, customer_id)
  select m.card_id, 'card', m.pool_id, p.pool_code, p.customer_id
  from pools.member m join pools.pool p on p.id = m.pool_id where m.left_at is null;

-- The pool an order fills instead of cards.
alter table orders.package_order add column fills_pool_id bigint;
-- A line of an order that fills a pool: it has no card. `card_id` is then what the pool got, `iccid` the pool's code.
alter table orders.order_line
  add column fills_pool_id bigint,
  drop constraint order_line_usage,
  add constraint order_line_usage check (
    case when fills_pool_id is null then (state = 2) = (usage_id is not null) else usage_id is null end);

create schema flow_pools;

-- Bytes bought in bulk, on which its cards draw once their own packages are used.
create table flow_pools.pool (
  id bigint not null primary key,
  -- whose it is, and who pays for what fills it
  customer_id bigint not null,
  pool_code text not null,
  name text not null,
  -- null: cards of any carrier account
  platform smallint,
  carrier_account_id bigint,
  cycle_day smallint not null check (cycle_day between 1 and 28),
  zone text not null,
  -- cards join only with a main package in use
  needs_package boolean not null,
  -- percent of the running feeds, rising
  thresholds smallint[] not null,
  -- what happens to its cards when it is used up: 1 stop, 4 nothing
  exhausted_action smallint not null check (exhausted_action in (1, 4)),
  state text not null check (state in ('open', 'closed')),
  cards integer not null default 0 check (cards >= 0),
  -- how often it was filled again after it had been used up
  round integer not null default 0,
  is_exhausted boolean not null default false,
  used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint pool_account check (platform is not null or carrier_account_id is null),
  constraint pool_closed check ((state = 'closed') = (closed_at is not null) and (state = 'open' or cards = 0))
);
create unique index flow_pool_code on flow_pools.pool (upper(pool_code));
create index flow_pool_of_customer on flow_pools.pool (customer_id, id);

-- A package that was bought for a pool.
create table flow_pools.feed (
  id bigint not null primary key,
  pool_id bigint not null references flow_pools.pool,
  customer_id bigint not null,
  order_id bigint not null,
  order_no text not null,
  line_id bigint not null,
  package_id bigint not null,
  package_version_id bigint not null,
  package_name text not null,
  total bigint not null check (total > 0),
  used bigint not null default 0,
  price bigint not null check (price >= 0),
  currency char(3) not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- null until the pool's mark of its beginning, or its end, is taken
  begun_at timestamptz,
  ended_at timestamptz,
  -- given back before it began
  refunded_at timestamptz,
  created_at timestamptz not null,
  constraint feed_used check (used between 0 and total),
  constraint feed_period check (starts_at < ends_at),
  constraint feed_refunded check (refunded_at is null or used = 0)
);
create index feed_of_pool on flow_pools.feed (pool_id, ends_at);
create index feed_to_begin on flow_pools.feed (starts_at) where begun_at is null and refunded_at is null;
create index feed_to_end on flow_pools.feed (ends_at) where ended_at is null and refunded_at is null;

-- A card in a pool, from a moment to a moment. The marks are bytes of overage of the day it joins and of the day it leaves.
create table flow_pools.member (
  id bigint not null primary key,
  card_id bigint not null,
  iccid text not null,
  pool_id bigint not null references flow_pools.pool,
  customer_id bigint not null,
  joined_at timestamptz not null,
  join_day date not null,
  join_mark bigint not null check (join_mark >= 0),
  left_at timestamptz,
  leave_day date,
  leave_mark bigint,
  constraint flow_member_period check (joined_at <= left_at),
  constraint flow_member_left check ((left_at is null) = (leave_day is null) and (left_at is null) = (leave_mark is null)),
  constraint flow_member_marks check (leave_day <> join_day or leave_mark >= join_mark)
);
create unique index flow_member_open on flow_pools.member (card_id) where left_at is null;
create index flow_member_of_card on flow_pools.member (card_id, join_day);
create index flow_member_of_pool on flow_pools.member (pool_id, id);

-- What a card used beyond its own packages on a day in the pool, and how much of that the pool gave; the rest is overage.
create table flow_pools.member_day (
  member_id bigint not null references flow_pools.member,
  day date not null,
  pool_id bigint not null,
  customer_id bigint not null,
  offered bigint not null check (offered >= 0),
  drawn bigint not null default 0,
  primary key (member_id, day),
  constraint member_day_drawn check (drawn between 0 and offered)
);
create index member_day_of_pool on flow_pools.member_day (pool_id, day);

-- The sums of its members, kept in the transactions that change them.
create table flow_pools.pool_day (
  pool_id bigint not null references flow_pools.pool,
  day date not null,
  customer_id bigint not null,
  offered bigint not null check (offered >= 0),
  drawn bigint not null default 0,
  primary key (pool_id, day),
  constraint pool_day_drawn check (drawn between 0 and offered)
);

-- What each feed gave on a day. The feeds of a day add up to what the pool drew.
create table flow_pools.feed_day (
  feed_id bigint not null references flow_pools.feed,
  day date not null,
  pool_id bigint not null,
  bytes bigint not null check (bytes > 0),
  primary key (feed_id, day)
);
create index feed_day_of_pool on flow_pools.feed_day (pool_id, day);

-- How much of a day a pool's cards had used beyond their packages when one of its feeds began or ended.
create table flow_pools.mark (
  pool_id bigint not null references flow_pools.pool,
  at timestamptz not null,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (pool_id, at)
);

-- A threshold that was reached, once a pool and cycle; of a pool that is used up once a round.
create table flow_pools.threshold_event (
  id bigint not null primary key,
  pool_id bigint not null references flow_pools.pool,
  customer_id bigint not null,
  cycle text not null,
  threshold smallint not null check (threshold between 1 and 100),
  round integer not null,
  action smallint not null,
  used_bytes bigint not null,
  total_bytes bigint not null,
  fired_at timestamptz not null,
  -- of a stop: when all cards had been asked for, and when it was lifted
  worked_off_at timestamptz,
  lifted_at timestamptz,
  constraint threshold_once unique (pool_id, cycle, threshold, round)
);
create index threshold_event_open on flow_pools.threshold_event (pool_id) where action = 1 and lifted_at is null;

-- A card that a pool that is used up stopped, as long as that stands.
create table flow_pools.stop (
  event_id bigint not null references flow_pools.threshold_event,
  card_id bigint not null,
  member_id bigint not null,
  primary key (event_id, card_id)
);
create index stop_of_card on flow_pools.stop (card_id);

-- Published: which pool a card is in, of whatever kind.
create view pools.v_card_in_pool as select card_id, kind, pool_id, pool_code, customer_id from pools.card_in_pool;
revoke insert, update, delete on pools.v_card_in_pool from cardinal_app;
