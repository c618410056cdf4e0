create schema single_sign_on;

-- An identity provider of one customer: it signs in accounts of that customer only.
create table single_sign_on.provider (
  id bigint primary key,
  customer_id bigint not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- sealed; null for a client without one
  client_secret text,
  scopes text not null,
  account_claim text not null,
  groups_claim text,
  -- [{group, roleId}]
  role_map jsonb not null,
  domains text[] not null,
  creates_accounts boolean not null,
  console_origin text not null,
  is_enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index provider_customer on single_sign_on.provider (customer_id);

-- Who at the provider is which account here. It outlives the account, so that a deleted one is not created again.
create table single_sign_on.link (
  provider_id bigint not null references single_sign_on.provider (id) on delete cascade,
  subject text not null,
  account_id bigint not null,
  customer_id bigint not null,
  -- the roles the provider gave at the last sign-in
  given_role_ids bigint[] not null,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider_id, subject),
  constraint link_account unique (provider_id, account_id)
);
create index link_by_account on single_sign_on.link (account_id);

-- A started sign-in. The key is a hash of its state and of a secret only the browser has.
create table single_sign_on.flow (
  key_hash bytea primary key,
  provider_id bigint not null references single_sign_on.provider (id) on delete cascade,
  expires_at timestamptz not null
);
create index flow_expires on single_sign_on.flow (expires_at);

create table single_sign_on.local_sign_in (
  customer_id bigint primary key,
  is_closed boolean not null,
  account_ids bigint[] not null,
  updated_at timestamptz not null
);

-- The provider a session came from: it ends with the provider, and a password change is not forced on it.
alter table identity.session add column provider_id bigint;
create index session_provider on identity.session (provider_id) where provider_id is not null and ended_at is null;
alter table identity.sign_in_ticket add column provider_id bigint;
