-- One row a reading of a carrier's list of changes, for whoever asks how far and how well it went.
create table cards.sync_run (
  id bigint not null primary key,
  carrier_account_id bigint not null,
  began_at timestamptz not null,
  finished_at timestamptz,
  -- read from the beginning of all time
  is_full boolean not null,
  seen integer not null default 0,
  changed integer not null default 0,
  -- what stopped it last, while it is unfinished
  halted_zh text,
  halted_en text,
  unique (carrier_account_id, began_at)
);

-- What a reconciliation found to differ between us and a carrier, and what was decided about it.
create table cards.carrier_difference (
  id bigint not null,
  card_id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  task_id bigint not null,
  kind text not null check (kind in ('status', 'unknown')),
  ours text not null,
  -- null where the carrier does not know the card
  theirs text,
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'theirs', 'ours', 'gone')),
  decided_at timestamptz,
  decided_name text,
  decided_task_id bigint,
  primary key (id, card_id)
);
create unique index carrier_difference_open on cards.carrier_difference (card_id) where state = 'open';
create index carrier_difference_account on cards.carrier_difference (carrier_account_id, found_at desc, id desc);

-- Who reads an account's list of changes at this moment; a dead reader's time runs out.
alter table cards.carrier_pass add column reader bigint, add column read_until timestamptz;
