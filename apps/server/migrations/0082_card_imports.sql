-- One sheet of cards on its way in: read and judged first, then written as somebody decides.
create table cards.import_batch (
  id bigint not null primary key,
  batch_no text not null unique,
  -- who imports, and who gets the cards
  customer_id bigint not null,
  target_customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  carrier_account_id bigint not null,
  platform smallint not null,
  sub_type smallint,
  kind smallint not null,
  size smallint,
  product_code text,
  is_prefix_confirmed boolean not null,
  state text not null
    check (state in ('checking', 'waiting', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 text not null,
  -- titles as uploaded, so that wrong rows go back in the same columns
  titles jsonb not null default '[]',
  -- the rows in force: of several readings after a crash, the first that was finished
  reading_id bigint,
  choice text check (choice in ('goodOnly', 'allOrNothing')),
  rows integer not null default 0,
  progress integer not null default 0,
  good integer not null default 0,
  bad integer not null default 0,
  already integer not null default 0,
  imported integer not null default 0,
  -- rows up to this number of the sheet are written; moves in the transaction that writes them
  written_to integer not null default 0,
  -- an undo has looked at the cards up to this id
  undone_to bigint not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  failure_zh text,
  failure_en text,
  task_id bigint,
  undo_task_id bigint,
  created_at timestamptz not null,
  checked_at timestamptz,
  finished_at timestamptz
);
create index import_batch_customer on cards.import_batch (customer_id, created_at, id);
create index import_batch_task on cards.import_batch (task_id) where task_id is not null;

-- The rows of one reading of a sheet. The ids of the cards to be are given here, so that a row that is tried again makes
-- the same card. Good rows go when they are cards; wrong ones stay for the sheet of reasons.
create table cards.import_row (
  reading_id bigint not null,
  row_number integer not null,
  card_id bigint not null,
  iccid text not null,
  business_number text,
  mapping_number text,
  imsi text,
  imei text,
  eid text,
  size smallint,
  remark text,
  cells jsonb not null,
  -- null: good; otherwise codes with their fact behind a colon
  faults text[],
  primary key (reading_id, row_number, card_id)
);
create index import_row_wrong on cards.import_row (reading_id, row_number) where faults is not null;
