create schema speed_limits;

-- Published: of what is asked of carriers and not confirmed, also what is changed and to what.
create or replace view card_commands.v_asked_change as
  select card_id, customer_id, aspect, to_value, asked_at from card_commands.asked_change;

-- Published: items of tasks that ended without being done.
create view tasks.v_undone_item as
select i.task_id, i.target_id, i.state, i.code, i.words_zh, i.words_en, t.customer_id
from tasks.task_item i
join tasks.task t on t.id = i.task_id
where i.state in ('failed', 'skipped');

-- Which cards of a carrier account are limited: by the tiers of a limit strategy, or to one fixed speed. The columns up to the brake are
-- those of its current version.
create table speed_limits.speed_limit (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  -- of the carrier account, which never changes
  platform smallint not null,
  carrier_account_id bigint not null,
  limit_strategy_id bigint,
  kbps integer check (kbps > 0),
  product_codes text[] not null default '{}',
  tag_ids bigint[] not null default '{}',
  card_ids bigint[] not null default '{}',
  -- the numbers of the cards, as they were typed
  card_numbers text not null default '',
  from_day date,
  to_day date,
  restore text not null check (restore in ('cycle', 'package', 'manual')),
  brake integer not null check (brake > 0),
  revision integer not null,
  state text not null check (state in ('draft', 'shadow', 'on', 'off')),
  shadow_since timestamptz,
  turned_at timestamptz,
  turned_by text,
  -- reached its brake
  paused_at timestamptz,
  -- firings before do not count for the brake
  brake_from timestamptz,
  -- who wants it on until another person confirms
  wanted_by_id bigint,
  wanted_by text,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint speed_limit_speed check ((limit_strategy_id is null) <> (kbps is null)),
  constraint speed_limit_days check (to_day >= from_day),
  constraint speed_limit_cards check (cardinality(product_codes) + cardinality(tag_ids) + cardinality(card_ids) > 0)
);
create unique index speed_limit_name on speed_limits.speed_limit (customer_id, lower(name));
create index speed_limit_running on speed_limits.speed_limit (carrier_account_id, id) where state in ('shadow', 'on');
create index speed_limit_template on speed_limits.speed_limit (limit_strategy_id) where limit_strategy_id is not null;

-- What a limit said from then on, in words. Never changed.
create table speed_limits.speed_limit_version (
  speed_limit_id bigint not null references speed_limits.speed_limit,
  revision integer not null,
  words_zh text not null,
  words_en text not null,
  created_at timestamptz not null,
  created_by text,
  primary key (speed_limit_id, revision)
);

-- How a card stands on the steps of a limit that covers it. Gone when the limit does not judge it any more.
create table speed_limits.standing (
  speed_limit_id bigint not null references speed_limits.speed_limit,
  card_id bigint not null,
  -- who had the card
  customer_id bigint not null,
  -- what a step limits the card within: a cycle, the package in use, or for good
  period text not null,
  -- when the cycle turns
  turns_at timestamptz,
  used_bytes bigint not null,
  counted_at timestamptz,
  -- the highest step reached within the period; 0: none
  step smallint not null,
  -- null: not limited
  due_kbps integer,
  -- steps up to this one were lifted by a person within the period
  passed_step smallint not null default 0,
  passed_by text,
  -- the last day on which the limit does not act on the card
  exempt_until date,
  judged_at timestamptz not null,
  primary key (speed_limit_id, card_id)
);
create index standing_of_card on speed_limits.standing (card_id);
create index standing_turns on speed_limits.standing (turns_at) where due_kbps is not null;

-- What rules asked of the carrier for the speed of a card, and what became of it.
create table speed_limits.card_speed (
  card_id bigint not null primary key,
  iccid text not null,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  -- the limit that governs; null: none, or something else
  speed_limit_id bigint,
  governor text,
  -- by all limits together; null: not limited
  due_kbps integer,
  -- since when it is due
  due_since timestamptz not null,
  -- a person's own limit beside or below
  manual_kbps integer,
  -- asked last; 0: full speed
  asked_kbps integer,
  -- of a rule, confirmed by the carrier and standing
  held_kbps integer,
  -- idle: nothing of a rule stands or is asked
  state text not null check (state in ('idle', 'waiting', 'confirmed', 'refused')),
  task_id bigint,
  words_zh text,
  words_en text,
  -- since when it is in this state
  state_at timestamptz not null
);
create index card_speed_open on speed_limits.card_speed (task_id) where state = 'waiting';
create index card_speed_limited on speed_limits.card_speed (speed_limit_id) where state <> 'idle';

-- A step that a card reached, or would have in shadow: once a card, step and period, however often it is read.
create table speed_limits.firing (
  id bigint not null primary key,
  speed_limit_id bigint not null references speed_limits.speed_limit,
  -- of the limit when it fired
  revision integer not null,
  card_id bigint not null,
  iccid text not null,
  -- who had the card
  customer_id bigint not null,
  period text not null,
  step smallint not null,
  kbps integer not null,
  used_bytes bigint not null,
  counted_at timestamptz,
  is_shadow boolean not null,
  fired_at timestamptz not null
);
create unique index speed_firing_once on speed_limits.firing (speed_limit_id, card_id, period, step, is_shadow);
create index speed_firing_of_limit on speed_limits.firing (speed_limit_id, fired_at desc, id desc);
