-- What carriers were asked about single cards at somebody's wish, and what they said. It belongs to who asked.
create table cards.online_lookup (
  card_id bigint not null,
  id bigint not null,
  task_id bigint not null,
  seq integer not null,
  iccid text not null,
  platform smallint not null,
  carrier_account_id bigint not null,
  customer_id bigint not null,
  account_name text not null,
  depth text not null check (depth in ('online', 'diagnosis')),
  state text not null check (state in ('waiting', 'asking', 'done')),
  online_state smallint,
  words jsonb,
  ip_address text,
  apn text,
  rat text,
  imei text,
  started_at timestamptz,
  ended_at timestamptz,
  source text check (source in ('live', 'recent')),
  asked_at timestamptz,
  steps jsonb not null default '[]',
  conclusion jsonb,
  created_at timestamptz not null,
  primary key (card_id, id)
);
create index online_lookup_task on cards.online_lookup (task_id, seq);
create index online_lookup_customer on cards.online_lookup (customer_id, created_at desc, id desc);
create index online_lookup_age on cards.online_lookup (created_at);
