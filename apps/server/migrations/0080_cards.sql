create schema cards;

-- One SIM or profile. Distributed by id. Identifiers are made unique by cards.card_identifier, not here.
create table cards.card (
  id bigint not null,
  iccid text not null,
  platform smallint not null,
  sub_type smallint,
  carrier_account_id bigint not null,
  kind smallint not null,
  size smallint,
  business_number text,
  mapping_number text,
  imsi text,
  imei text,
  eid text,
  carrier_status text not null,
  lifecycle text not null,
  stop_reasons smallint[] not null default '{}',
  sleep_status text not null default 'awake',
  real_name_status smallint not null default 0,
  customer_id bigint not null,
  product_code text,
  package_name text,
  package_ends_at timestamptz,
  pool_code text,
  remark text,
  activated_at timestamptz,
  service_period_end timestamptz,
  flow_total bigint,
  flow_used bigint,
  used_today bigint,
  voice_total bigint,
  voice_used bigint,
  sms_total bigint,
  sms_used bigint,
  usage_at timestamptz,
  online_state smallint not null default 2,
  last_session_at timestamptz,
  imei_changed_at timestamptz,
  last_sync_at timestamptz,
  -- the open status command, repeated here so that a list shows «activated → stopping» without a join
  pending_action text,
  pending_to text,
  pending_since timestamptz,
  import_batch_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (id)
);
create index card_customer on cards.card (customer_id, id);
create index card_iccid on cards.card (iccid text_pattern_ops);
create index card_business_number on cards.card (business_number text_pattern_ops);
create index card_imei on cards.card (imei text_pattern_ops);
create index card_package_ends on cards.card (package_ends_at, id);
create index card_created on cards.card (created_at, id);
create index card_pending on cards.card (pending_since) where pending_since is not null;
create index card_import_batch on cards.card (import_batch_id) where import_batch_id is not null;

-- The claim that makes ICCID (1), business number (2), IMSI (5) and EID (6) unique over the whole installation; a claim and
-- its card are written in one transaction. Distributed by value.
create table cards.card_identifier (
  kind smallint not null,
  value text not null,
  card_id bigint not null,
  primary key (kind, value)
);
create index card_identifier_card on cards.card_identifier (card_id);

-- Append-only history; customer_id is the owner at that moment.
create table cards.card_event (
  id bigint not null,
  card_id bigint not null,
  at timestamptz not null,
  iccid text not null,
  customer_id bigint not null,
  operation_type smallint not null,
  action text not null,
  from_value jsonb,
  to_value jsonb,
  result text not null,
  source text not null,
  actor_account_id bigint,
  actor_customer_id bigint,
  actor_name text,
  task_id bigint,
  command_id bigint,
  carrier_ref text,
  carrier_words text,
  reason text,
  address text,
  primary key (card_id, id, at)
) partition by range (at);
create index card_event_customer on cards.card_event (customer_id, at, id);
create index card_event_task on cards.card_event (task_id) where task_id is not null;

-- An asked, not yet confirmed change. At most one open per card and family.
create table cards.card_command (
  id bigint not null,
  card_id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  family text not null,
  action text not null,
  from_status text not null,
  to_status text not null,
  stop_reason smallint,
  task_id bigint,
  carrier_ref text,
  state text not null,
  asked_account_id bigint,
  asked_at timestamptz not null,
  sent_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  closed_at timestamptz,
  carrier_words text,
  note text,
  primary key (card_id, id)
);
create unique index card_command_open on cards.card_command (card_id, family) where state in ('queued', 'sent');
create index card_command_check on cards.card_command (next_check_at) where state = 'sent';
create index card_command_task on cards.card_command (task_id) where task_id is not null;

-- A customer's own labels; never seen by others, not even a parent.
create table cards.tag (
  id bigint not null,
  customer_id bigint not null,
  name text not null,
  color text not null,
  tag_group text,
  remark text,
  created_by bigint,
  created_at timestamptz not null,
  primary key (id),
  unique (customer_id, name)
);
create table cards.card_tag (
  card_id bigint not null,
  tag_id bigint not null,
  customer_id bigint not null,
  primary key (card_id, tag_id)
);
create index card_tag_tag on cards.card_tag (tag_id, card_id);

-- The frozen answer to «which cards»; lives ten minutes, so a crash may lose it.
create unlogged table cards.selection_preview (
  id bigint not null,
  account_id bigint not null,
  customer_id bigint not null,
  action text not null,
  parameters jsonb not null,
  source jsonb not null,
  will_touch integer not null default 0,
  will_skip integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_task_id bigint,
  primary key (id)
);
create unlogged table cards.selection_item (
  preview_id bigint not null,
  seq integer not null,
  card_id bigint,
  iccid text not null,
  skip_reason text,
  primary key (preview_id, seq)
);
create index selection_item_skipped on cards.selection_item (preview_id, skip_reason) where skip_reason is not null;
