-- What a card can technically do at its carrier, under the carrier's own name.
create table cards.plan (
  id bigint primary key,
  carrier_account_id bigint not null,
  -- Of the account's customer: who may keep it.
  customer_id bigint not null,
  carrier_name text not null,
  name text not null,
  rate_plan text,
  services text[] not null default '{}',
  apns text[] not null default '{}',
  rats text[] not null default '{}',
  countries text[] not null default '{}',
  state text not null default 'on',
  is_by_hand boolean not null,
  -- When a pull no longer found it.
  gone_at timestamptz,
  -- What the carrier counted, and what we did at the same moment.
  carrier_cards integer,
  own_cards integer,
  counted_at timestamptz,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index plan_account_name_key on cards.plan (carrier_account_id, carrier_name);

-- The last pull of each account.
create table cards.plan_pull (
  carrier_account_id bigint primary key,
  state text not null,
  seen integer not null default 0,
  words text,
  began_at timestamptz not null,
  finished_at timestamptz
);

-- A change of plan that was asked and not confirmed; one a card. What became of the others is in the card's history.
create table cards.plan_change (
  card_id bigint primary key,
  id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  from_plan text,
  to_plan text not null,
  task_id bigint not null,
  account_id bigint,
  account_name text not null,
  account_customer_id bigint,
  is_sent boolean not null default false,
  is_unclear boolean not null default false,
  carrier_ref text,
  asked_at timestamptz not null,
  sent_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  tries integer not null default 0
);
create index plan_change_due on cards.plan_change (carrier_account_id, next_check_at) where is_sent;

create index card_communication_plan on cards.card (carrier_account_id, communication_plan)
  where communication_plan is not null;
