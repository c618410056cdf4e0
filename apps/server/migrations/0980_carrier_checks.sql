-- What a carrier's list of plans last said of a package, and what of the package it was compared with.
create table packages.carrier_check (
  package_id bigint not null primary key references packages.package on delete cascade,
  result text not null check (result in ('same', 'nameDiffers', 'differs', 'noAllowance', 'missing')),
  differing text[] not null,
  version_id bigint not null,
  package_name text not null,
  carrier_account_id bigint not null,
  carrier_package_code text not null,
  -- as the carrier told it; null is what it did not tell
  plan_name text,
  plan_bytes bigint check (plan_bytes >= 0),
  plan_unit smallint,
  plan_count integer check (plan_count > 0),
  checked_by text not null,
  checked_at timestamptz not null,
  constraint carrier_check_period check ((plan_unit is null) = (plan_count is null)),
  constraint carrier_check_missing check (result <> 'missing' or (plan_name is null and plan_bytes is null and plan_unit is null))
);
