create schema flow_control;

-- Every strategy that was enabled begins in shadow: it records what it would do, until a person switches it on.
alter table control.flow_strategy
  add column state text not null default 'off' check (state in ('draft', 'shadow', 'on', 'off')),
  -- so many firings within an hour; then it rests until a person releases it
  add column brake integer not null default 5000 check (brake > 0),
  add column paused_at timestamptz,
  -- firings before do not count for the brake
  add column brake_from timestamptz,
  -- since when it runs in shadow with these rules
  add column shadow_since timestamptz,
  add column turned_at timestamptz,
  add column turned_by text,
  -- who wants it on until another person confirms
  add column wanted_by_id bigint,
  add column wanted_by text;
update control.flow_strategy set state = 'shadow', shadow_since = now() where is_enabled;
alter table control.flow_strategy drop column is_enabled, alter column state drop default;

-- Published: packages on cards, now with the cycle day of their carrier account.
create or replace view orders.v_package_usage as
  select id, card_id, customer_id, package_id, package_name, is_main, flow_bytes, zone, starts_at, ends_at, state, state_at, created_at,
    cycle_day
  from orders.package_usage;

-- A rule of a strategy that fired on a card for a package on it, or would have in shadow: once a package and cycle, however often it is read.
create table flow_control.firing (
  id bigint not null primary key,
  strategy_id bigint not null,
  -- of the strategy when it fired
  revision integer not null,
  card_id bigint not null,
  iccid text not null,
  -- who had the card
  customer_id bigint not null,
  -- the package on the card
  usage_id bigint not null,
  package_name text not null,
  -- the cycle, or the day of a rule that goes by days
  period text not null,
  -- when the cycle turns
  turns_at timestamptz not null,
  base text not null,
  -- percent, or bytes
  threshold bigint not null,
  action smallint not null,
  -- why a card is stopped
  reason smallint,
  restore text not null,
  is_shadow boolean not null,
  state text not null check (state in
    ('shadow', 'waiting', 'confirmed', 'refused', 'told', 'already', 'overruled', 'lifted', 'unknown', 'late')),
  -- up to when the carrier had counted; null: never
  read_at timestamptz,
  used_bytes bigint not null,
  -- null: without a limit
  allowance_bytes bigint,
  day_bytes bigint,
  fired_at timestamptz not null,
  lifted_at timestamptz,
  lifted_zh text,
  lifted_en text,
  -- ended by what was added to the package: the rule may fire again
  is_refuelled boolean not null default false
);
create unique index flow_firing_once on flow_control.firing (usage_id, strategy_id, period, base, threshold, action, is_shadow)
  where not is_refuelled;
create index flow_firing_of_strategy on flow_control.firing (strategy_id, fired_at desc, id desc);
create index flow_firing_open on flow_control.firing (card_id) where state in ('waiting', 'confirmed');
