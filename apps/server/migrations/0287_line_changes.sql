-- What a card can be used for at its carrier, as it last said; null: it has not said.
alter table cards.card add column data_on boolean;
alter table cards.card add column speed_kbps integer;

-- A switch of a service or a limit of speed that was asked and not confirmed; one a card and aspect.
create table cards.line_change (
  card_id bigint not null,
  aspect text not null check (aspect in ('data', 'voice', 'sms', 'speed')),
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
create index line_change_due on cards.line_change (carrier_account_id, next_check_at) where is_sent;
