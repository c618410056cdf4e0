-- What carriers tell us by themselves: the last ones an account, in a ring that never grows, and how many a day.
create table carriers.push (
  account_id bigint not null,
  -- accepted and not accepted ones have a ring each, so that the one never drives out the other
  is_refused boolean not null,
  slot integer not null,
  id bigint not null,
  at timestamptz not null,
  kind text not null,
  verdict text not null,
  iccid text,
  eid text,
  -- by the sender's clock
  told_at timestamptz,
  effect jsonb,
  primary key (account_id, is_refused, slot)
);
create index push_account on carriers.push (account_id, at desc, id desc);

-- Where the rings stand: how many were ever noted.
create table carriers.push_ring (
  account_id bigint not null,
  is_refused boolean not null,
  noted bigint not null,
  primary key (account_id, is_refused)
);

create table carriers.push_day (
  account_id bigint not null,
  day date not null,
  kind text not null,
  verdict text not null,
  pushes bigint not null,
  last_at timestamptz not null,
  primary key (account_id, day, kind, verdict)
);

-- Calls with a secret no account has: nobody's, so they are only counted.
create table carriers.push_stranger (
  adapter text not null,
  day date not null,
  calls bigint not null,
  last_at timestamptz not null,
  primary key (adapter, day)
);
