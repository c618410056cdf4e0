create schema packages;

-- What is sold for a card: who made it, and what of it may change while it is sold.
create table packages.package (
  id bigint not null primary key,
  customer_id bigint not null,
  -- of a custom package: the one it was made from
  base_id bigint,
  code text not null unique,
  name text not null,
  origin text not null check (origin in ('system', 'virtual', 'custom', 'external')),
  platform smallint not null,
  -- absent: any account of the carrier
  carrier_account_id bigint,
  -- the carrier's own name for it, where the carrier enforces it
  carrier_package_code text,
  type text not null check (type in ('month', 'flow', 'combination', 'voiceRefueling', 'flowRefueling')),
  label text not null check (label in ('none', 'default', 'year')),
  mode smallint not null check (mode in (1, 2)),
  scope smallint not null check (scope in (0, 1, 2)),
  channels text[] not null,
  shelf smallint not null check (shelf in (0, 1)),
  -- what it costs its maker; never told to anybody below
  cost_price bigint not null check (cost_price >= 0),
  currency char(3) not null,
  -- the number of the version that is sold now
  current_version integer not null,
  -- counts every edit, also those that make no version
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index package_customer on packages.package (customer_id, id);
create index package_base on packages.package (base_id) where base_id is not null;

-- Codes are never used again; written in capitals, so that no two look alike.
create table packages.package_code (
  code text not null primary key,
  package_id bigint not null
);

-- What is sold under a number: allowance, period and rules. Never altered: orders and records point at it.
create table packages.package_version (
  id bigint not null primary key,
  package_id bigint not null,
  number integer not null,
  -- null: unlimited where the type has it, else absent
  flow_bytes bigint check (flow_bytes > 0),
  is_flow_unlimited boolean not null,
  voice_seconds bigint check (voice_seconds > 0),
  sms_count integer check (sms_count > 0),
  validity_unit smallint not null check (validity_unit in (1, 2)),
  validity_count integer not null check (validity_count > 0),
  boundary text not null check (boundary in ('natural', 'cycle', 'start')),
  allowance_reset text not null check (allowance_reset in ('each', 'once')),
  effective_type smallint not null check (effective_type in (0, 1, 2)),
  postpone_days smallint not null check (postpone_days between 0 and 365),
  follow_main smallint check (follow_main in (1, 2)),
  real_name_required boolean not null,
  renewable boolean not null,
  max_renewals integer check (max_renewals > 0),
  refund_rule text not null check (refund_rule in ('wholeUnstarted', 'proRataDays', 'proRataVolume', 'none')),
  -- of a virtual package, metered here: what is done when it is used up, and how old a reading may be
  control_action smallint check (control_action in (1, 2, 3)),
  max_reading_minutes integer check (max_reading_minutes > 0),
  changed_by text,
  created_at timestamptz not null,
  unique (package_id, number),
  constraint package_version_flow check (not (is_flow_unlimited and flow_bytes is not null)),
  constraint package_version_has_something check (
    is_flow_unlimited or flow_bytes is not null or voice_seconds is not null or sms_count is not null),
  constraint package_version_natural check (boundary = 'start' or validity_unit = 1)
);

-- Which packages may be ordered for cards of a product.
create table packages.product_package (
  product_id bigint not null,
  package_id bigint not null,
  added_by text,
  added_at timestamptz not null,
  primary key (product_id, package_id)
);
create index product_package_package on packages.product_package (package_id);
