create schema notices;

-- What a customer writes to those below it. `state` draft with `is_scheduled` goes out at `valid_from`.
create table notices.notice (
  id bigint primary key,
  customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  kind text not null check (kind in ('announcement', 'business', 'reminder')),
  state text not null default 'draft' check (state in ('draft', 'sent', 'recalled', 'deleted')),
  is_scheduled boolean not null default false,
  title_zh text not null,
  title_en text,
  body_zh text not null,
  body_en text,
  audience text not null check (audience in ('all', 'customers', 'roles', 'tags')),
  customer_kinds text[] not null default '{}',
  customer_ids bigint[] not null default '{}',
  role_names text[] not null default '{}',
  tag_ids bigint[] not null default '{}',
  is_must_read boolean not null,
  valid_from timestamptz,
  valid_to timestamptz,
  -- what was sent, counted from 1; a change after sending adds one
  revision integer not null default 1,
  version integer not null default 1,
  from_name text not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index notice_of_customer on notices.notice (customer_id, created_at, id);
create index notice_waiting on notices.notice (valid_from) where is_scheduled;
create index notice_announced on notices.notice (sent_at) where state = 'sent' and kind = 'announcement';

-- What was sent before it was changed.
create table notices.notice_version (
  notice_id bigint not null,
  revision integer not null,
  customer_id bigint not null,
  title_zh text not null,
  title_en text,
  body_zh text not null,
  body_en text,
  at timestamptz not null,
  primary key (notice_id, revision)
);

-- One account's copy. `source` says what it tells of, once for each account: notice:7, task:9.
create table notices.receipt (
  id bigint primary key,
  account_id bigint not null,
  customer_id bigint not null,
  source text not null,
  notice_id bigint,
  kind text not null check (kind in ('announcement', 'business', 'reminder', 'task', 'warning', 'money')),
  title_zh text not null,
  title_en text,
  summary_zh text,
  summary_en text,
  from_name text,
  link text,
  is_must_read boolean not null default false,
  revision integer not null default 1,
  valid_to timestamptz,
  created_at timestamptz not null,
  read_at timestamptz,
  confirmed_at timestamptz,
  recalled_at timestamptz
);
create unique index receipt_once on notices.receipt (account_id, source);
create index receipt_inbox on notices.receipt (account_id, created_at, id) where recalled_at is null;
create index receipt_unread on notices.receipt (account_id) where read_at is null and recalled_at is null;
create index receipt_of_notice on notices.receipt (notice_id) where notice_id is not null;

create table notices.mute (
  account_id bigint not null,
  kind text not null,
  muted_at timestamptz not null,
  primary key (account_id, kind)
);

create table notices.picture (
  id bigint primary key,
  customer_id bigint not null,
  account_id bigint not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/gif', 'image/webp')),
  content bytea not null,
  created_at timestamptz not null
);
