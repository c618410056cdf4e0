-- Cards a carrier lists under one of our accounts and that we do not have.
create table cards.carrier_stranger (
  id bigint not null primary key,
  carrier_account_id bigint not null,
  iccid text not null,
  -- the carrier's own word
  status text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'taken', 'closed')),
  decided_at timestamptz,
  decided_name text,
  import_batch_id bigint,
  unique (carrier_account_id, iccid)
);
create index carrier_stranger_account on cards.carrier_stranger (carrier_account_id, last_seen_at desc, id desc);
