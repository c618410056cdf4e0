-- Shared volumes carriers keep for groups of cards, as they last told them.
create table carriers.pool (
  id bigint not null primary key,
  account_id bigint not null,
  -- the carrier's own number of it
  pool_id text not null,
  name text not null,
  -- null: never told
  total_bytes numeric(30, 0) check (total_bytes >= 0),
  used_bytes numeric(30, 0) check (used_bytes >= 0),
  -- cards, as the carrier counts them; null where it does not say
  members bigint,
  -- the moment before the carrier told how much is used
  read_at timestamptz,
  -- when it was last listed, with or without a volume
  seen_at timestamptz not null,
  -- a whole list did not name it any more
  gone_at timestamptz,
  unique (account_id, pool_id)
);

-- Where the reading of an account's pools stands.
create table carriers.pool_reading (
  account_id bigint not null primary key,
  -- who reads now, and until when it counts as alive
  reader bigint,
  read_until timestamptz,
  -- of the list under way; null while none is
  began_at timestamptz,
  next_page integer not null default 1,
  -- the end of the last list that was read whole
  finished_at timestamptz,
  -- what stands in the way, while it does
  halted_at timestamptz,
  halted_zh text,
  halted_en text
);

-- What other rooms may read of them; customer_id is the account's.
create view carriers.v_pool as
  select p.id, p.account_id, a.customer_id, p.pool_id, p.name, p.total_bytes, p.used_bytes, p.members, p.read_at,
    p.seen_at, p.gone_at
  from carriers.pool p join carriers.account a on a.id = p.account_id;

-- Accounts that can be asked for pools are, once an hour from now on, as new ones are.
update carriers.account set schedules = schedules || jsonb_build_object('pools',
  case when adapter in ('onelink', 'telecomCmp') or profile #> '{operations,listPools}' is not null then 3600 else 0 end);
