-- Numbers somebody uploaded to find cards with, under a name. Who may use a set follows from its customer and account.
create table cards.card_set (
  id bigint not null primary key,
  customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  name text not null,
  is_shared boolean not null,
  state text not null check (state in ('reading', 'ready', 'failed')),
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 text not null,
  -- numbers taken from the file so far, then all of them
  numbers integer not null default 0,
  -- cards its account saw when the set was resolved last
  cards integer not null default 0,
  failure_zh text,
  failure_en text,
  created_at timestamptz not null,
  resolved_at timestamptz,
  -- somebody asked for its cards anew and they are not there yet
  refresh_asked_at timestamptz,
  constraint card_set_account_id_name_key unique (account_id, name)
);
create index card_set_customer on cards.card_set (customer_id, id);

-- The cells of the file that were taken, in its order. What no other number and no card is needed for is judged here.
create table cards.card_set_number (
  set_id bigint not null,
  seq integer not null,
  row_number integer not null,
  typed text not null,
  -- 1 ICCID, 2 business or mapping number, 3 IMSI or IMEI, 4 EID; null: no number of a card
  kind smallint,
  value text,
  -- the other spelling of an ICCID: with or without its check digit
  other text,
  is_suspect boolean not null,
  -- null: a number of its own. Otherwise a word of why it is not looked for, with the row it repeats
  fault text,
  primary key (set_id, seq)
);

-- Which cards the numbers name, whoever they belong to: read through the cards of one's own scope only. `value` is the
-- card's own spelling at that moment; a card whose number has become another drops out by it.
create table cards.card_set_card (
  set_id bigint not null,
  card_id bigint not null,
  seq integer not null,
  value text not null,
  primary key (set_id, card_id, seq)
);
