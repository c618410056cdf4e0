-- Whose turn it is to be read at its carrier: one narrow row per card and kind of reading (1 status, 2 usage, 3 session,
-- 4 real name), so that a reading of ten million cards moves two index entries and not those of the card.
create table cards.card_turn (
  card_id bigint not null,
  kind smallint not null,
  carrier_account_id bigint not null,
  -- near a limit: has its turn more often
  is_soon boolean not null default false,
  -- when the carrier was last asked, with or without an answer
  turn_at timestamptz not null,
  -- the moment before it gave its last answer
  read_at timestamptz,
  primary key (card_id, kind)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index card_turn_next on cards.card_turn (carrier_account_id, kind, is_soon, turn_at, card_id) include (read_at);

create table cards.rotation (
  carrier_account_id bigint not null,
  kind smallint not null,
  -- who reads now, and until when it counts as alive
  reader bigint,
  read_until timestamptz,
  -- cards of the account up to this id have their turns; everybody's were looked through at `enrolled_at`
  enrolled_to bigint not null default 0,
  enrolled_at timestamptz,
  -- what stands in the way, while it does
  halted_at timestamptz,
  halted_zh text,
  halted_en text,
  primary key (carrier_account_id, kind)
);

-- Cards somebody has open on a screen.
create unlogged table cards.card_open (
  card_id bigint not null primary key,
  open_until timestamptz not null
);
create index card_open_until on cards.card_open (open_until);

-- a session may be known of a card nobody has asked the carrier for by itself
alter table cards.carrier_reading alter column read_at drop not null, alter column raw drop not null;
-- found while rotating, not by a task
alter table cards.carrier_difference alter column task_id drop not null;
alter table cards.carrier_difference drop constraint carrier_difference_state_check,
  add constraint carrier_difference_state_check check (state in ('open', 'theirs', 'ours', 'gone', 'closed'));
