-- Sheets of package prices a customer gives its children, checked as a whole before anything is written.
create table packages.import_batch (
  id bigint not null primary key,
  batch_no text not null unique,
  customer_id bigint not null,
  target_customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  -- of no carrier: 0
  carrier_account_id bigint not null default 0,
  product_code text,
  product_version integer,
  state text not null check (state in ('checking', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 text not null,
  titles jsonb not null default '[]',
  reading_id bigint,
  choice text check (choice in ('all', 'withoutWarned')),
  rows integer not null default 0,
  progress integer not null default 0,
  good integer not null default 0,
  bad integer not null default 0,
  -- rows with the price that holds anyway
  already integer not null default 0,
  -- of the good ones
  fresh integer not null default 0,
  changed integer not null default 0,
  warned integer not null default 0,
  imported integer not null default 0,
  written_to integer not null default 0,
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
create index import_batch_customer on packages.import_batch (customer_id, created_at, id);
create index import_batch_task on packages.import_batch (task_id) where task_id is not null;

create table packages.import_row (
  reading_id bigint not null,
  row_number integer not null,
  -- codes of child and package, as typed
  subject text not null,
  fields jsonb not null,
  cells jsonb not null,
  -- null: good; otherwise codes with their fact behind a colon
  faults text[],
  warnings text[],
  -- who gets what at which price, once judged good
  pair jsonb,
  is_new boolean,
  -- marked in the transaction that writes the price
  is_applied boolean not null default false,
  primary key (reading_id, row_number)
);
create index import_row_wrong on packages.import_row (reading_id, row_number) where faults is not null;
