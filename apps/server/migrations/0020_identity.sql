create schema identity;

-- Grows with every change of roles, grants or menu entries. What a process remembers of rights is good for one version.
create table identity.rights_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into identity.rights_version values (true, 1);

create table identity.account (
  id bigint primary key,
  account text not null,
  customer_id bigint not null,
  name text not null,
  phone text,
  email text,
  status smallint not null,
  password_hash text not null,
  password_changed_at timestamptz not null,
  must_change_password boolean not null,
  data_scope text not null check (data_scope in ('subtree', 'own', 'chosen')),
  data_scope_customer_ids bigint[] not null default '{}',
  last_login_at timestamptz,
  last_login_address text,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index account_name on identity.account (lower(account)) where deleted_at is null;
create index account_customer on identity.account (customer_id, created_at, id);
create index account_created on identity.account (created_at, id);

-- `permissions` is what was granted; what of it is effective follows from the main roles of the customers above.
create table identity.role (
  id bigint primary key,
  customer_id bigint not null,
  kind text not null check (kind in ('admin', 'main', 'custom')),
  name text not null,
  description text not null default '',
  permissions text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index role_name on identity.role (customer_id, lower(name));
create unique index role_main on identity.role (customer_id) where kind in ('main', 'admin');

create table identity.account_role (
  account_id bigint not null references identity.account (id),
  role_id bigint not null references identity.role (id),
  customer_id bigint not null,
  primary key (account_id, role_id)
);
create index account_role_role on identity.account_role (role_id);

-- Only the hash of a token is here.
create table identity.session (
  id bigint primary key,
  token_hash bytea not null unique,
  account_id bigint not null references identity.account (id),
  customer_id bigint not null,
  is_remembered boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null,
  ended_at timestamptz,
  end_reason text
);
create index session_account on identity.session (account_id, created_at desc);
create index session_expires on identity.session (expires_at);

create table identity.login_attempt (
  id bigint primary key,
  account_key text not null,
  account_id bigint,
  customer_id bigint,
  address text not null,
  result text not null,
  at timestamptz not null
);
create index login_attempt_account on identity.login_attempt (account_id, at desc) where account_id is not null;
create index login_attempt_at on identity.login_attempt (at);

-- Wrong passwords by typed name and address, whether or not such an account exists.
create table identity.lockout (
  account_key text not null,
  address text not null,
  failures smallint not null,
  first_failed_at timestamptz not null,
  strikes smallint not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (account_key, address)
);
create index lockout_updated on identity.lockout (updated_at);

create table identity.captcha (
  id bigint primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index captcha_expires on identity.captcha (expires_at);

create table identity.preference (
  account_id bigint not null references identity.account (id),
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, key)
);

-- Where the menu differs from the built-in table of the console's routes, and what was added to it.
create table identity.menu_entry (
  key text primary key,
  parent_key text,
  kind text not null check (kind in ('directory', 'page', 'button')),
  title_zh text not null,
  title_en text not null,
  icon text,
  sort integer not null,
  permission_id text,
  editions text[] not null default '{}',
  kinds text[] not null default '{}',
  is_visible boolean not null,
  is_deleted boolean not null,
  version integer not null,
  updated_at timestamptz not null
);

-- How the accounts of a customer sign in; the screen of a customer's settings writes it.
create table identity.sign_in_rule (
  customer_id bigint primary key,
  is_single_session boolean not null,
  updated_at timestamptz not null
);

create view identity.v_account as
  select id, account, name, customer_id, status from identity.account;
