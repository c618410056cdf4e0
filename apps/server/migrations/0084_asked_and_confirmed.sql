-- What a confirmation needs to know: how sure the asking was, how often it was repeated, and on whose behalf.
alter table cards.card_command
  -- true: the call ended without a usable answer, so it may have been carried out or not
  add column is_unclear boolean not null default false,
  add column tries integer not null default 0,
  add column asked_name text not null default '',
  add column asked_customer_id bigint,
  add column source text not null default 'console';
create index card_command_account on cards.card_command (carrier_account_id, next_check_at) where state = 'sent';

-- What the carrier told of a card beside its status. `refreshed_at` keeps people from asking more than once a minute.
alter table cards.card
  add column rate_plan text,
  add column communication_plan text,
  add column refreshed_at timestamptz;

-- The last full answer of the carrier about one card, as it came; replaced by the next.
create table cards.carrier_reading (
  card_id bigint not null,
  read_at timestamptz not null,
  raw jsonb not null,
  session jsonb,
  session_at timestamptz,
  primary key (card_id)
);

-- How far the carrier's list of changed cards has been read: the next pass begins at `modified_since`; a pass that was
-- interrupted goes on at `next_page`.
create table cards.carrier_pass (
  carrier_account_id bigint not null primary key,
  modified_since timestamptz not null,
  pass_began_at timestamptz,
  next_page integer not null default 1,
  finished_at timestamptz,
  seen integer not null default 0,
  changed integer not null default 0
);

-- Cards of one carrier account, and how many they are.
create index card_carrier_account on cards.card (carrier_account_id, id);
