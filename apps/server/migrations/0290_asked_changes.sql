-- What was asked of a carrier for a card and is not confirmed: a service, a limit of speed, a plan. One a card and aspect;
-- what became of the others is in the card's history. Values are those of the card's columns as a text.
create table cards.asked_change (
  card_id bigint not null,
  aspect text not null check (aspect in ('data', 'voice', 'sms', 'speed', 'plan')),
  id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  action text not null,
  from_value text,
  to_value text not null,
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
  tries integer not null default 0,
  primary key (card_id, aspect)
);
create index asked_change_due on cards.asked_change (carrier_account_id, next_check_at) where is_sent;

insert into cards.asked_change
select card_id, aspect, id, iccid, customer_id, carrier_account_id, action,
  case from_value when 'on' then 'true' when 'off' then 'false' else from_value end,
  case to_value when 'on' then 'true' when 'off' then 'false' else to_value end,
  task_id, account_id, account_name, account_customer_id, is_sent, is_unclear, carrier_ref,
  asked_at, sent_at, next_check_at, checks, tries
from cards.line_change;

insert into cards.asked_change
select card_id, 'plan', id, iccid, customer_id, carrier_account_id, 'change_communication_plan', from_plan, to_plan,
  task_id, account_id, account_name, account_customer_id, is_sent, is_unclear, carrier_ref,
  asked_at, sent_at, next_check_at, checks, tries
from cards.plan_change;

drop table cards.line_change;
drop table cards.plan_change;
