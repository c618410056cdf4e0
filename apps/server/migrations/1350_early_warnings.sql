create schema early_warnings;

-- Which figure is watched, by whom and for whom.
create table early_warnings.rule (
  id bigint not null primary key,
  customer_id bigint not null,
  -- fleet: over whatever is below its owner; own: over what is the owner's own
  origin text not null check (origin in ('fleet', 'own')),
  name text not null,
  metric text not null,
  -- a decimal in the figure's unit
  limit_text text not null,
  window_minutes integer check (window_minutes > 0),
  hold_minutes integer not null check (hold_minutes >= 0),
  level text not null check (level in ('info', 'warn', 'critical')),
  -- accounts
  receivers bigint[] not null check (cardinality(receivers) > 0),
  repeat_hours smallint not null check (repeat_hours between 0 and 24),
  customer_ids bigint[] not null default '{}',
  state text not null check (state in ('on', 'off')),
  silenced_until timestamptz,
  last_fired_at timestamptz,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index rule_name on early_warnings.rule (customer_id, origin, lower(name));
create index rule_on on early_warnings.rule (metric) where state = 'on';

-- A figure that a rule found beyond its limit, until it is back.
create table early_warnings.event (
  id bigint not null primary key,
  rule_id bigint not null,
  customer_id bigint not null,
  origin text not null,
  rule_name text not null,
  metric text not null,
  level text not null,
  object_id text not null,
  object_name text not null,
  object_customer_id bigint not null,
  link text not null,
  -- minor units or whole units of the figure
  value bigint not null,
  worst bigint not null,
  limit_value bigint not null,
  currency text,
  -- [[epoch seconds, value], …]
  samples jsonb not null,
  state text not null check (state in ('open', 'acknowledged', 'resolved')),
  opened_at timestamptz not null,
  told_at timestamptz,
  told integer not null default 0,
  acknowledged_at timestamptz,
  handled_by text,
  note text,
  resolved_at timestamptz,
  ended_by text check (ended_by in ('recovered', 'byHand', 'ruleOff', 'gone')),
  check ((state = 'resolved') = (resolved_at is not null))
);
create index event_of_customer on early_warnings.event (customer_id, opened_at desc, id desc);
create index event_of_rule on early_warnings.event (rule_id, opened_at desc, id desc);
create index event_open on early_warnings.event (rule_id) where state <> 'resolved';

-- What is beyond its limit now: at most one open event a rule and object.
create table early_warnings.watch (
  rule_id bigint not null,
  object_id text not null,
  beyond_since timestamptz not null,
  back_since timestamptz,
  event_id bigint,
  primary key (rule_id, object_id)
);

