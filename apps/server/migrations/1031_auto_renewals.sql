create schema auto_renewals;

-- A plan of a provider under which end users let themselves be charged.
create table auto_renewals.template (
  id bigint not null primary key,
  -- whose merchant it is
  customer_id bigint not null,
  name text not null,
  provider smallint not null,
  merchant_id bigint not null,
  -- the plan's number at the provider
  plan_id text not null,
  max_amount bigint not null check (max_amount > 0),
  currency char(3) not null,
  -- of the packages that may use it: months 1, days 2
  period_unit smallint not null check (period_unit in (1, 2)),
  -- so many days before a charge the payer is told
  lead_days smallint not null check (lead_days between 1 and 7),
  display_name text not null,
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint template_plan_once unique (merchant_id, plan_id)
);
create index template_of_customer on auto_renewals.template (customer_id, id);

-- A listing that can be signed for: the first period at the listing's price, each further one at its own.
create table auto_renewals.package (
  id bigint not null primary key,
  account_id bigint not null,
  customer_id bigint not null,
  listing_id bigint not null,
  package_id bigint not null,
  template_id bigint not null references auto_renewals.template (id),
  renew_price bigint not null check (renew_price > 0),
  currency char(3) not null,
  days_before smallint not null check (days_before between 1 and 7),
  retries smallint not null check (retries between 0 and 3),
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint package_once unique (listing_id)
);
create index package_of_customer on auto_renewals.package (customer_id, id);

-- What an end user signed for a card. Its terms are those he signed; a dearer price needs another contract.
create table auto_renewals.contract (
  id bigint not null primary key,
  -- our number at the provider, for ever
  contract_no text not null unique check (contract_no ~ '^[0-9A-Za-z]{6,32}$'),
  provider_no text,
  offer_id bigint not null references auto_renewals.package (id),
  template_id bigint not null references auto_renewals.template (id),
  merchant_id bigint not null,
  plan_id text not null,
  collector_id bigint not null,
  account_id bigint not null,
  -- whose account it is: the seller
  customer_id bigint not null,
  end_user_id bigint not null,
  card_id bigint not null,
  iccid text not null,
  listing_id bigint not null,
  package_id bigint not null,
  title text not null,
  first_price bigint not null check (first_price > 0),
  renew_price bigint not null check (renew_price > 0),
  currency char(3) not null,
  days_before smallint not null,
  retries smallint not null,
  lead_days smallint not null,
  period_unit smallint not null,
  period_count integer not null check (period_count > 0),
  -- unsigned 0, signed 1, overdue 2
  state smallint not null check (state in (0, 1, 2)),
  sign_url text,
  sign_until timestamptz not null,
  signed_at timestamptz,
  -- when its end was asked for, by whom and why; then the provider confirms it
  ending_at timestamptz,
  ended_by text check (ended_by in ('user', 'us', 'provider')),
  end_zh text,
  end_en text,
  ended_at timestamptz,
  -- why nothing is charged although it is signed
  paused_zh text,
  paused_en text,
  periods integer not null default 0,
  said text,
  said_zh text,
  said_en text,
  steps integer not null default 0,
  next_at timestamptz,
  -- when the next charge is looked for
  plan_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contract_signed check (state = 0 or (signed_at is not null and provider_no is not null)),
  constraint contract_ended check (ended_at is null or (state = 0 and plan_at is null))
);
-- One at a time renews a card.
create unique index contract_of_card on auto_renewals.contract (card_id) where ended_at is null;
create index contract_due on auto_renewals.contract (next_at, id) where next_at is not null;
create index contract_to_plan on auto_renewals.contract (plan_at, id) where plan_at is not null;
create index contract_of_end_user on auto_renewals.contract (end_user_id, id desc);
create index contract_of_customer on auto_renewals.contract (customer_id, created_at desc, id desc);
create index contract_of_offer on auto_renewals.contract (offer_id);
create index contract_of_template on auto_renewals.contract (template_id);

-- One period of a contract is charged once, under one number for ever.
create table auto_renewals.charge (
  id bigint not null primary key,
  contract_id bigint not null references auto_renewals.contract (id),
  customer_id bigint not null,
  period integer not null check (period > 0),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  state text not null check (state in ('waiting', 'announced', 'charging', 'paid', 'failed', 'skipped')),
  announce_at timestamptz,
  announced_at timestamptz,
  charge_at timestamptz not null,
  -- the last day on which the provider takes it
  charge_until timestamptz,
  tries smallint not null default 0,
  payment_id bigint unique,
  trade_no text,
  -- the retail order that is set up for it; its number is given before
  retail_order_id bigint not null unique,
  said text,
  said_zh text,
  said_en text,
  next_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint charge_of_period unique (contract_id, period),
  constraint charge_paid check ((state = 'paid') = (paid_at is not null))
);
create index charge_due on auto_renewals.charge (next_at, id) where next_at is not null;
create index charge_of_customer on auto_renewals.charge (customer_id, created_at desc);
create unique index charge_open on auto_renewals.charge (contract_id) where state in ('waiting', 'announced', 'charging');
