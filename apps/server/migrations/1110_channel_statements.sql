-- An order that repairs what a shop sold and we did not have is of no code. What was agreed afterwards is added to its price.
alter table group_buys.channel_order alter column code_no drop not null, alter column batch_no drop not null;
alter table group_buys.channel_order add column corrected bigint not null default 0;
alter table group_buys.channel_order add constraint channel_order_settled check (settlement_price + corrected >= 0);
create index channel_order_of_platform on group_buys.channel_order (seller_id, sales_platform, created_at);

-- Published: orders that came through sales channels, with what their code is compared by.
create view group_buys.v_channel_order as
  select c.id, c.seller_id, c.customer_id, c.sales_platform, c.their_order_no, c.code_no, c.batch_no, c.order_id, c.order_no,
    c.iccid, c.package_name, c.their_price, c.settlement_price, c.corrected, c.currency, c.created_at, k.hash as code_hash
  from group_buys.channel_order c left join group_buys.code k on k.code_no = c.code_no;

create schema channel_statements;

-- Statements of sales platforms, checked as a whole before anything is taken over.
create table channel_statements.import_batch (
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
  sales_platform smallint not null,
  -- days of China, both included
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  currency char(3) not null,
  state text not null check (state in ('checking', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 text not null,
  titles jsonb not null default '[]',
  reading_id bigint,
  choice text check (choice = 'all'),
  rows integer not null default 0,
  progress integer not null default 0,
  good integer not null default 0,
  bad integer not null default 0,
  -- rows that are known as they are
  already integer not null default 0,
  -- of the good ones
  fresh integer not null default 0,
  changed integer not null default 0,
  settled bigint not null default 0,
  -- found when it was applied
  differences integer not null default 0,
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
create index import_batch_customer on channel_statements.import_batch (customer_id, created_at, id);

create table channel_statements.import_row (
  reading_id bigint not null,
  row_number integer not null,
  -- their order number
  subject text not null,
  fields jsonb not null,
  -- without redeem codes
  cells jsonb not null,
  -- null: good; otherwise codes with their fact behind a colon
  faults text[],
  primary key (reading_id, row_number)
);
create index import_row_wrong on channel_statements.import_row (reading_id, row_number) where faults is not null;

-- What a sales platform says of one order, as its latest statement says it.
create table channel_statements.line (
  id bigint not null primary key,
  customer_id bigint not null,
  sales_platform smallint not null,
  their_order_no text not null,
  ordered_at timestamptz not null,
  iccid text,
  -- of the redeem code; the code itself is nowhere
  code_hash text,
  code_mask text,
  amount bigint not null check (amount >= 0),
  settlement bigint not null check (settlement >= 0),
  commission bigint not null,
  currency char(3) not null,
  state text not null check (state in ('paid', 'refunded', 'closed')),
  settled_on date,
  -- the statement that said it last
  batch_id bigint not null,
  -- our order it is about
  order_id bigint,
  constraint line_once unique (customer_id, sales_platform, their_order_no)
);
create unique index line_of_order on channel_statements.line (order_id) where order_id is not null;
create index line_at on channel_statements.line (customer_id, ordered_at desc);
create index line_of_iccid on channel_statements.line (customer_id, iccid) where iccid is not null;

-- Where a line and our orders do not agree, and what was decided. Its figures are those it was found, or decided, with.
create table channel_statements.difference (
  id bigint not null primary key,
  number text not null unique,
  customer_id bigint not null,
  sales_platform smallint not null,
  kind text not null check (kind in ('missingHere', 'missingThere', 'amount', 'state', 'iccidUnknown')),
  line_id bigint references channel_statements.line,
  order_id bigint,
  order_no text,
  ordered_at timestamptz not null,
  their_order_no text,
  iccid text,
  code_mask text,
  package_name text,
  their_state text,
  our_state text,
  their_settlement bigint,
  our_settlement bigint,
  currency char(3) not null,
  found_at timestamptz not null,
  decision text check (decision in ('created', 'unsubscribed', 'lost', 'accepted', 'explained', 'solved')),
  reason text,
  decided_by text,
  decided_by_id bigint,
  decided_at timestamptz,
  constraint difference_about check (line_id is not null or order_id is not null),
  constraint difference_decided check ((decision is null) = (decided_at is null)),
  constraint difference_said check (decision is null or decision = 'solved' or (reason is not null and decided_by is not null))
);
-- One is open about a line, and about an order that no line names.
create unique index difference_open_line on channel_statements.difference (line_id) where decision is null;
create unique index difference_open_order on channel_statements.difference (order_id) where decision is null and line_id is null;
create index difference_of on channel_statements.difference (customer_id, ordered_at desc);
create index difference_of_order on channel_statements.difference (order_id) where order_id is not null;

-- With what its payer pays for one card.
create or replace view orders.v_order as
  select id, customer_id, order_no, currency, fulfil_state, refunded, created_at, finished_at, price from orders.package_order;
