create schema usage_reminders;

-- When customers are told how much their cards and pools have used.
create table usage_reminders.rule (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  kind text not null check (kind in ('flowPercent', 'flowLeft', 'packageEnd', 'poolPercent')),
  -- in percent, MB or days
  thresholds integer[] not null check (cardinality(thresholds) > 0),
  receivers text[] not null check (cardinality(receivers) > 0),
  ways text[] not null check (cardinality(ways) > 0),
  quiet_hours text not null,
  customer_ids bigint[] not null default '{}',
  product_codes text[] not null default '{}',
  text_zh text not null,
  text_en text not null,
  state text not null check (state in ('draft', 'on', 'off')),
  turned_at timestamptz,
  turned_by text,
  -- the last day on which the endings of packages were gone through
  swept_day date,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index rule_name on usage_reminders.rule (customer_id, lower(name));
create index rule_on on usage_reminders.rule (kind) where state = 'on';

-- A threshold that was reached: once a rule, package on a card or pool, and cycle.
create table usage_reminders.firing (
  id bigint not null primary key,
  rule_id bigint not null references usage_reminders.rule,
  kind text not null,
  threshold integer not null,
  subject_id bigint not null,
  period text not null,
  fired_at timestamptz not null,
  constraint fired_once unique (subject_id, rule_id, kind, threshold, period)
);

-- What one customer is told by one way.
create table usage_reminders.message (
  id bigint not null primary key,
  firing_id bigint not null references usage_reminders.firing,
  rule_id bigint not null references usage_reminders.rule,
  -- who is told
  customer_id bigint not null,
  -- whose rule and whose card or pool it was
  owner_id bigint not null,
  holder_id bigint not null,
  is_for_holder boolean not null,
  kind text not null,
  threshold integer not null,
  card_id bigint,
  iccid text,
  pool_code text,
  way text not null check (way in ('notice', 'webhook')),
  result smallint not null check (result between 0 and 3),
  failure text,
  text_zh text not null,
  text_en text not null,
  at timestamptz not null,
  due_at timestamptz not null,
  settled_at timestamptz,
  accounts integer,
  -- the notice it was merged into
  notice_no bigint
);
create index message_due on usage_reminders.message (due_at) where result = 0;
create index message_of_rule on usage_reminders.message (rule_id, at desc, id desc);
create index message_of_customer on usage_reminders.message (customer_id, at desc, id desc);
