create schema catalogue;

-- What a card is sold as. Reached only through product_distribution, which says who has it.
create table catalogue.product (
  id bigint not null primary key,
  -- who made it; a variant narrows the product of somebody above
  customer_id bigint not null,
  base_id bigint,
  code text not null unique,
  name text not null,
  platform smallint not null,
  carrier_account_id bigint not null,
  kind smallint not null,
  sizes smallint[] not null,
  communication_plan text,
  rate_plan text,
  apn text,
  business_mode smallint not null,
  real_name_mode smallint,
  real_name_channel smallint,
  imei_lock text not null check (imei_lock in ('none', 'firstSeen', 'imported')),
  test_days smallint not null check (test_days >= 0),
  silent_days smallint not null check (silent_days >= 0),
  service_years smallint,
  -- minor units of the currency; what its maker asks for a card
  card_price bigint check (card_price >= 0),
  currency text not null default 'CNY',
  state text not null check (state in ('draft', 'on', 'off')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index product_base on catalogue.product (base_id) where base_id is not null;
create index product_account on catalogue.product (carrier_account_id);

-- Codes are never used again, not even those of deleted drafts; written in capitals, so that no two look alike.
create table catalogue.product_code (
  code text not null primary key,
  product_id bigint not null
);

-- The terms as they stood from a version on; never altered.
create table catalogue.product_version (
  product_id bigint not null,
  version integer not null,
  terms jsonb not null,
  changed_by text,
  created_at timestamptz not null,
  primary key (product_id, version)
);

-- Who has a product: its maker, from nobody, and every customer its parent gave it to.
create table catalogue.product_distribution (
  id bigint not null primary key,
  product_id bigint not null,
  customer_id bigint not null,
  from_customer_id bigint,
  state text not null check (state in ('on', 'recalled')),
  given_at timestamptz not null,
  recalled_at timestamptz,
  updated_at timestamptz not null,
  unique (product_id, customer_id)
);
create index product_distribution_customer on catalogue.product_distribution (customer_id, product_id);
create index product_distribution_from on catalogue.product_distribution (from_customer_id, id);

-- What a card of the product costs a customer, from a moment on; the newest that has begun is in force. A later one waits.
create table catalogue.card_price (
  distribution_id bigint not null,
  effective_at timestamptz not null,
  reserve_price bigint not null check (reserve_price >= 0),
  min_price bigint not null check (min_price >= reserve_price),
  set_by text,
  created_at timestamptz not null,
  primary key (distribution_id, effective_at)
);
