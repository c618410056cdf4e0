create schema packages;

-- What can be ordered for a card. Reached through its owner or its distribution.
create table packages.package (
  id bigint not null primary key,
  -- who made it
  customer_id bigint not null,
  code text not null unique,
  name text not null,
  origin text not null check (origin in ('system', 'virtual', 'custom', 'external')),
  platform smallint not null,
  sub_type smallint,
  carrier_account_id bigint,
  -- its name at the carrier, or of a virtual package the plan that pays beneath
  carrier_package_code text,
  type text not null check (type in ('month', 'flow', 'combination', 'voiceRefueling', 'flowRefueling')),
  label text not null check (label in ('none', 'default', 'year')),
  mode smallint not null check (mode in (1, 2)),
  scope smallint not null check (scope in (0, 1, 2)),
  shelf_state smallint not null check (shelf_state in (0, 1)),
  channels text[] not null,
  current_version_id bigint not null,
  -- minor units
  cost_price bigint not null check (cost_price >= 0),
  currency char(3) not null,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz not null,
  -- only of a package that was never distributed nor ordered
  deleted_at timestamptz
);
create index package_customer on packages.package (customer_id, origin);
create index package_account on packages.package (carrier_account_id) where carrier_account_id is not null;

-- Codes are never used again; written in capitals, so that no two look alike.
create table packages.package_code (
  code text not null primary key,
  package_id bigint not null
);

-- What is sold: never altered. Orders and the packages on cards point here.
create table packages.package_version (
  id bigint not null primary key,
  package_id bigint not null references packages.package,
  number integer not null,
  -- null: unlimited; none is 0
  flow_bytes bigint check (flow_bytes >= 0),
  flow_direction text not null check (flow_direction in ('general', 'targeted')),
  voice_seconds integer check (voice_seconds > 0),
  -- a call is counted in steps of so many seconds
  voice_step integer check (voice_step in (1, 6, 60)),
  sms_count integer check (sms_count > 0),
  validity_unit smallint not null check (validity_unit in (1, 2)),
  validity_count integer not null check (validity_count > 0),
  boundary smallint not null check (boundary in (1, 2, 3)),
  reset smallint not null check (reset in (1, 2)),
  effective_type smallint not null check (effective_type in (0, 1, 2)),
  postpone_days integer not null default 0 check (postpone_days between 0 and 365),
  follow_main smallint check (follow_main in (1, 2)),
  real_name_required boolean not null,
  renewable boolean not null,
  max_renewals integer check (max_renewals > 0),
  refund_rule text not null check (refund_rule in ('wholeUnstarted', 'proRataDays', 'proRataVolume', 'none')),
  -- of a virtual package: what happens when it is used up, and how old a reading may be
  enforcement smallint check (enforcement in (1, 2, 3)),
  max_reading_age_minutes integer check (max_reading_age_minutes > 0),
  -- the specifications it was put together from
  flow_spec_id bigint,
  voice_spec_id bigint,
  period_spec_id bigint,
  created_by text,
  created_at timestamptz not null,
  unique (package_id, number)
);
create index package_version_flow_spec on packages.package_version (flow_spec_id) where flow_spec_id is not null;
create index package_version_voice_spec on packages.package_version (voice_spec_id) where voice_spec_id is not null;
create index package_version_period_spec on packages.package_version (period_spec_id) where period_spec_id is not null;

-- Which packages may be ordered for the cards of a product.
create table packages.product_package (
  product_code text not null,
  package_id bigint not null references packages.package,
  bound_by text,
  bound_at timestamptz not null,
  primary key (product_code, package_id)
);
create index product_package_package on packages.product_package (package_id);
