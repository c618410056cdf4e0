create schema public_accounts;

-- A customer's public account at WeChat, through which end users reach its pages.
create table public_accounts.account (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  appid text not null constraint account_appid unique,
  -- sealed
  secret text not null,
  hotline text,
  api_base_url text not null,
  page_base_url text not null,
  is_enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index account_of_customer on public_accounts.account (customer_id);

-- A person as one public account knows him: the openid is of that account alone.
create table public_accounts.end_user (
  id bigint not null primary key,
  account_id bigint not null references public_accounts.account (id),
  customer_id bigint not null,
  openid text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (account_id, openid)
);

create table public_accounts.session (
  token_hash bytea not null primary key,
  end_user_id bigint not null references public_accounts.end_user (id),
  account_id bigint not null,
  customer_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_of_end_user on public_accounts.session (end_user_id);
create index session_of_account on public_accounts.session (account_id);
create index session_end on public_accounts.session (expires_at);

-- A card an end user has added. It is shown while it is of a customer of the account's tree.
create table public_accounts.binding (
  id bigint not null primary key,
  end_user_id bigint not null references public_accounts.end_user (id),
  account_id bigint not null,
  customer_id bigint not null,
  card_id bigint not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index binding_once on public_accounts.binding (end_user_id, card_id) where ended_at is null;
create index binding_of_card on public_accounts.binding (card_id) where ended_at is null;
create index binding_of_account on public_accounts.binding (account_id) where ended_at is null;

-- Numbers that led to no card, by who typed them: whoever guesses is slowed down.
create table public_accounts.missed_number (
  end_user_id bigint not null references public_accounts.end_user (id),
  at timestamptz not null,
  id bigint not null primary key
);
create index missed_number_of_end_user on public_accounts.missed_number (end_user_id, at);
create index missed_number_at on public_accounts.missed_number (at);

create view public_accounts.v_account as select id, customer_id, name, is_enabled from public_accounts.account;
revoke insert, update, delete on public_accounts.v_account from cardinal_app;
create view public_accounts.v_end_user as select id, account_id, customer_id, openid, created_at from public_accounts.end_user;
revoke insert, update, delete on public_accounts.v_end_user from cardinal_app;
