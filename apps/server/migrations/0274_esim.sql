create schema esim;

-- A chip (eUICC). Everything that happens to it lives with its EID.
create table esim.chip (
  eid text not null primary key,
  id bigint not null,
  architecture text not null check (architecture in ('consumer', 'iot', 'm2m')),
  customer_id bigint not null,
  -- the SM-DP+ or eIM it is driven through
  carrier_account_id bigint not null,
  manufacturer text,
  -- bytes; null where nobody has read it
  memory_free bigint,
  -- the device it sits in
  imei text,
  -- a word of the eSIM status table
  state text not null,
  -- code numbers, by their card: the one that runs, and the one the chip falls back to
  enabled_number_id bigint,
  fallback_number_id bigint,
  strategy_id bigint,
  product_code text,
  product_version integer,
  -- the profile it was made with, which may be nobody's we know
  bootstrap_iccid text,
  remark text,
  -- the chip's own list as it was read last: [{"iccid", "state": "enabled" | "disabled"}]
  audit jsonb,
  last_audit_at timestamptz,
  import_batch_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index chip_customer on esim.chip (customer_id, id);
create index chip_id on esim.chip (id);
create index chip_eid_pattern on esim.chip (eid text_pattern_ops);
create index chip_import_batch on esim.chip (import_batch_id) where import_batch_id is not null;
create index chip_strategy on esim.chip (strategy_id) where strategy_id is not null;

-- A code number (profile): what a card of kind eSIM is besides a card. Whose it is, its product and its use stand on the card.
create table esim.code_number (
  card_id bigint not null primary key,
  iccid text not null,
  imsi text,
  msisdn text,
  profile_type text not null,
  -- whose number it is: 1, 2, 3 or 6; the card is driven through that carrier's account
  platform smallint not null,
  -- ISO 3166 alpha-2
  country text not null,
  carrier_account_id bigint not null,
  -- the SM-DP+ that holds the profile (platform 7)
  smdp_account_id bigint not null,
  smdp_address text,
  -- sealed: `esim.code_number:<card_id>:matchingId` and `:activationCode`
  matching_id text,
  activation_code text,
  -- null: in stock
  eid text,
  -- 0 not enabled, 1 enabled, 2 writing, 3 invalid, 4 bound, 5 binding
  enable_state smallint not null check (enable_state between 0 and 5),
  rsp_state text not null check (rsp_state in ('Available', 'Allocated', 'Linked', 'Confirmed', 'Released', 'Downloaded',
    'Installed', 'Error', 'Unavailable')),
  -- why it is invalid, or what its last step said
  state_words jsonb,
  -- minor units
  cost bigint check (cost >= 0),
  currency text not null default 'CNY',
  import_batch_id bigint,
  imported_at timestamptz not null,
  bound_at timestamptz,
  state_at timestamptz not null,
  version integer not null default 1,
  -- stock, invalid and on its way out: without a chip where in stock; with one from binding to running
  check (enable_state = 3 or (eid is null) = (enable_state = 0 and bound_at is null))
);
create index code_number_iccid on esim.code_number (iccid text_pattern_ops);
create index code_number_eid on esim.code_number (eid) where eid is not null;
create index code_number_stock on esim.code_number (profile_type, country) where enable_state = 0 and eid is null;
create index code_number_import_batch on esim.code_number (import_batch_id) where import_batch_id is not null;

-- Two numbers never have one matchingId at one SM-DP+: the claim is a digest of both, written with the number.
create table esim.matching_claim (
  value text not null primary key,
  card_id bigint not null
);
create index matching_claim_card on esim.matching_claim (card_id);

-- One thing asked of a chip. The chip takes one at a time; the others wait in the order they were asked.
create table esim.operation (
  eid text not null,
  id bigint not null,
  customer_id bigint not null,
  -- the code number, by its card; null for an audit
  card_id bigint,
  iccid text,
  kind text not null check (kind in ('download', 'enable', 'disable', 'delete', 'audit', 'setFallback')),
  -- the same through every repeat of a call (ES2+ functionCallIdentifier)
  function_call_identifier text not null,
  task_id bigint,
  state text not null
    check (state in ('queued', 'ordered', 'released', 'waitingDevice', 'done', 'failed', 'expired')),
  -- what the SM-DP+ said when it said no
  subject_code text,
  reason_code text,
  words jsonb,
  -- who or what asked: 'console', 'task', 'strategy', 'chip'
  cause text not null default 'console',
  asked_account_id bigint,
  asked_name text not null default '',
  -- sealed: `esim.operation:<id>:confirmationCode`
  confirmation_code text,
  -- the number that ran before a switch: what a roll-back goes to
  previous_card_id bigint,
  asked_at timestamptz not null,
  sent_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  expires_at timestamptz,
  closed_at timestamptz,
  primary key (eid, id)
);
create unique index operation_open on esim.operation (eid) where state in ('ordered', 'released', 'waitingDevice');
create index operation_queue on esim.operation (eid, id) where state = 'queued';
create index operation_check on esim.operation (next_check_at)
  where state in ('queued', 'ordered', 'released', 'waitingDevice');
create index operation_card on esim.operation (card_id) where card_id is not null;
create index operation_task on esim.operation (task_id) where task_id is not null;
create index operation_customer on esim.operation (customer_id, id);

-- What a chip or an SM-DP+ told of an operation on its way (ES2+ HandleDownloadProgressInfo), each once.
create table esim.notification_point (
  eid text not null,
  id bigint not null,
  operation_id bigint,
  card_id bigint,
  iccid text not null,
  -- notificationPointId: 1 eligibility, 2 confirmation failure, 3 BPP download, 4 BPP installation; others by name
  point text not null,
  is_success boolean not null,
  subject_code text,
  reason_code text,
  words jsonb,
  -- when it happened by the sender's clock, and when we heard of it
  at timestamptz not null,
  received_at timestamptz not null,
  -- what makes the same notification the same when it is sent again
  sameness text not null,
  primary key (eid, id),
  unique (eid, sameness)
);
create index notification_point_operation on esim.notification_point (eid, operation_id);

-- Which number a chip gets and when it changes.
create table esim.strategy (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  state text not null check (state in ('draft', 'shadow', 'on', 'off')),
  -- products, customers, tags it is for
  reach jsonb not null default '{}',
  rules jsonb not null,
  switches_per_day integer not null default 2,
  minimum_stay_hours integer not null default 0,
  -- whether packages stay with the number or follow the EID
  package_rule text not null default 'stays' check (package_rule in ('stays', 'follows')),
  created_by_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (customer_id, name)
);

-- One sheet of chips or of code numbers on its way in: read and judged first, then written as somebody decides.
create table esim.import_batch (
  id bigint not null primary key,
  batch_no text not null unique,
  content text not null check (content in ('chips', 'numbers')),
  customer_id bigint not null,
  target_customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  -- of chips: the SM-DP+ or eIM; of numbers: the account of their carrier
  carrier_account_id bigint not null,
  smdp_account_id bigint,
  platform smallint,
  product_code text,
  product_version integer,
  -- plain cards of the sheet become code numbers
  takes_cards boolean not null default false,
  state text not null
    check (state in ('checking', 'waiting', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
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
  already integer not null default 0,
  warned integer not null default 0,
  imported integer not null default 0,
  written_to integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  -- of numbers: stock by profile type when the run began and when it had ended
  stock_before jsonb,
  stock_after jsonb,
  failure_zh text,
  failure_en text,
  task_id bigint,
  undo_task_id bigint,
  created_at timestamptz not null,
  checked_at timestamptz,
  finished_at timestamptz
);
create index import_batch_customer on esim.import_batch (customer_id, created_at, id);
create index import_batch_task on esim.import_batch (task_id) where task_id is not null;

-- The rows of one reading. Secrets stand here sealed under the row's own id, and nowhere in its cells.
create table esim.import_row (
  reading_id bigint not null,
  row_number integer not null,
  id bigint not null,
  -- EID of a chip, ICCID of a number
  subject text not null,
  fields jsonb not null,
  matching_id text,
  activation_code text,
  -- digest of SM-DP+ address and matchingId
  matching_value text,
  cells jsonb not null,
  -- null: good; otherwise codes with their fact behind a colon
  faults text[],
  warnings text[],
  primary key (reading_id, row_number)
);
create index import_row_wrong on esim.import_row (reading_id, row_number) where faults is not null;

-- What other rooms know of a card that is a code number.
create view cards.v_esim_card as
  select id, iccid, customer_id, platform, carrier_account_id, carrier_status, lifecycle, eid, product_code, package_name,
    package_ends_at, flow_used, flow_total, usage_at, online_state, last_session_at, activated_at, stop_reasons,
    pending_since, remark
  from cards.card where kind = 4;
