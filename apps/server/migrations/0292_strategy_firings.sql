alter table esim.chip
  -- where its network is, as its eIM last told (ISO 3166 alpha-2), and since when
  add column country text,
  add column country_at timestamptz,
  -- the sender's time of the last thing told of its network: older ones come too late
  add column network_at timestamptz,
  -- since when it has no network; null: it has one, or nobody has told
  add column network_lost_at timestamptz,
  -- what its strategy could not do yet, and when it looks again
  add column held_trigger text,
  add column look_at timestamptz;
create index chip_look_at on esim.chip (look_at) where look_at is not null;

-- What a strategy has decided for a chip, when and why. It belongs to whoever had the chip.
create table esim.firing (
  eid text not null,
  id bigint not null,
  strategy_id bigint not null,
  customer_id bigint not null,
  trigger text not null,
  country text,
  decision text not null check (decision in ('write', 'switch', 'stay')),
  -- what kept it from acting; null where it acted
  code text,
  rule integer,
  profile_type text,
  number_country text,
  -- the number, by its card
  card_id bigint,
  iccid text,
  operation_id bigint,
  why jsonb not null,
  missing text[] not null default '{}',
  held_until timestamptz,
  result text not null check (result in ('open', 'done', 'failed', 'none', 'shadow')),
  is_shadow boolean not null,
  fired_at timestamptz not null,
  ended_at timestamptz,
  primary key (eid, id)
);
create index firing_strategy on esim.firing (strategy_id, fired_at desc, id desc);
create index firing_customer on esim.firing (customer_id, fired_at desc, id desc);
create index firing_time on esim.firing (fired_at desc, id desc);
