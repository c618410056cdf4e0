create schema open_api;

-- A customer's own template of what keys may do.
create table open_api.scope_set (
  id bigint primary key,
  customer_id bigint not null,
  name text not null,
  scopes text[] not null,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index scope_set_customer_id_name_key on open_api.scope_set (customer_id, name);

-- A key acts for the account that made it. Its scopes are those of the template where it has one, else its own.
create table open_api.api_key (
  id bigint primary key,
  customer_id bigint not null,
  account_id bigint not null,
  account_name text not null,
  name text not null,
  app_key text not null,
  scope_set_id bigint,
  scopes text[] not null default '{}',
  addresses text[] not null default '{}',
  expires_at timestamptz,
  disabled_at timestamptz,
  disabled_by text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index api_key_app_key_key on open_api.api_key (app_key);
create unique index api_key_customer_id_name_key on open_api.api_key (customer_id, name);
create index api_key_scope_set on open_api.api_key (scope_set_id) where scope_set_id is not null;

-- Sealed, because HMAC needs the secret itself. The newest has no end; the one before it lives on for some hours.
create table open_api.key_secret (
  id bigint primary key,
  key_id bigint not null references open_api.api_key (id) on delete cascade,
  sealed text not null,
  last4 text not null,
  created_at timestamptz not null,
  ends_at timestamptz
);
create index key_secret_key on open_api.key_secret (key_id, id);

-- What was seen within the clock window; a second one is a replay.
create table open_api.nonce (
  key_id bigint not null,
  nonce text not null,
  at timestamptz not null,
  primary key (key_id, nonce)
);
create index nonce_at on open_api.nonce (at);

-- The present minute of each key, and its last call.
create table open_api.key_use (
  key_id bigint primary key,
  minute timestamptz not null,
  calls integer not null,
  last_at timestamptz not null,
  last_address text not null,
  last_interface text not null
);

create table open_api.call (
  id bigint not null,
  at timestamptz not null,
  key_id bigint not null,
  customer_id bigint not null,
  interface text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text not null,
  milliseconds integer not null,
  address text not null,
  request_id text not null,
  idempotency_key text,
  primary key (id, at)
) partition by range (at);
create index call_customer on open_api.call (customer_id, at desc, id desc);
create index call_key on open_api.call (key_id, at desc, id desc);
create index call_request on open_api.call (request_id);
revoke update, delete, truncate on open_api.call from cardinal_app;

-- Calls and failures by the hour, so that figures over days count nothing.
create table open_api.call_hour (
  key_id bigint not null,
  interface text not null,
  hour timestamptz not null,
  calls integer not null,
  errors integer not null,
  primary key (key_id, interface, hour)
);

-- What the keys of a customer may do at most; no row: everything.
create table open_api.customer_grant (
  customer_id bigint primary key,
  scopes text[] not null,
  calls_per_minute integer not null,
  granted_by text not null,
  granted_at timestamptz not null
);
