-- Who asked where a card is, why, and what the carrier said. The position is sealed. It belongs to who asked.
create table cards.position_query (
  card_id bigint not null,
  id bigint not null,
  task_id bigint not null,
  seq integer not null,
  iccid text not null,
  platform smallint not null,
  carrier_account_id bigint not null,
  customer_id bigint not null,
  account_name text not null,
  purpose text not null,
  state text not null check (state in ('waiting', 'asking', 'done')),
  is_found boolean,
  source text check (source in ('cell', 'last', 'district')),
  accuracy_metres integer,
  sealed text,
  words jsonb,
  located_at timestamptz,
  asked_at timestamptz,
  created_at timestamptz not null,
  primary key (card_id, id)
);
create index position_query_task on cards.position_query (task_id, seq);
create index position_query_customer on cards.position_query (customer_id, created_at desc, id desc);

-- A customer that lets those above it locate its cards.
create table cards.location_consent (
  customer_id bigint primary key,
  document text not null,
  valid_until date not null,
  granted_by text not null,
  granted_at timestamptz not null
);
