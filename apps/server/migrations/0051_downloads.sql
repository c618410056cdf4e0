-- A file somebody ordered: task type 0 seen from the file's side.
create table tasks.download (
  id bigint not null primary key,
  download_no text not null unique,
  task_id bigint not null references tasks.task (id),
  customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  title_zh text not null,
  title_en text not null,
  screen text not null default '',
  list text not null,
  query jsonb not null,
  columns text[] not null,
  format text not null check (format in ('xlsx', 'csv')),
  language text not null,
  -- of everything that decides the content; the same one twice is refused
  fingerprint text not null,
  is_sensitive boolean not null,
  expected integer not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'making', 'ready', 'failed', 'stopped', 'expired')),
  rows integer,
  bytes bigint,
  sha256 text,
  failure_zh text,
  failure_en text,
  -- opaque: it is looked up, never opened
  path text not null unique,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  fetched integer not null default 0,
  last_ticket_at timestamptz,
  deleted_at timestamptz
);
create index download_account on tasks.download (account_id, id desc);
create index download_customer on tasks.download (customer_id, id desc);
create index download_expiring on tasks.download (expires_at) where state = 'ready';
create index download_fingerprint on tasks.download (account_id, fingerprint);
create index download_task on tasks.download (task_id);

-- The right to fetch one file once within a minute. Only the hash of the ticket is kept.
create table tasks.download_ticket (
  hash text not null primary key,
  download_id bigint not null references tasks.download (id),
  account_id bigint not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index download_ticket_expired on tasks.download_ticket (expires_at);

-- Who fetched a file, when and from where.
create table tasks.download_fetch (
  id bigint not null primary key,
  download_id bigint not null references tasks.download (id),
  account_id bigint not null,
  account_name text not null,
  address text not null,
  at timestamptz not null
);
create index download_fetch_download on tasks.download_fetch (download_id, id);
