create schema settings;

-- Hosts and limits of the whole installation, as one checked document: it is read and written as a whole.
create table settings.platform (
  one boolean primary key default true check (one),
  body jsonb not null,
  version integer not null,
  updated_at timestamptz not null
);

-- What a customer set for itself, or one above set for it. What is not here is inherited.
create table settings.customer_setting (
  customer_id bigint not null,
  name text not null,
  value jsonb not null,
  -- those below may only be stricter
  is_bound boolean not null default false,
  set_by text not null,
  updated_at timestamptz not null,
  primary key (customer_id, name)
);

create table settings.dashboard_card (
  account_id bigint primary key,
  cards jsonb not null,
  updated_at timestamptz not null
);
