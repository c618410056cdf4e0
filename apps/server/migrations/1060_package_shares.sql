-- A package is given to a child in one of two ways: to resell at its reserve price, or for a share of what end users pay.
alter table packages.package_distribution add column way text not null default 'resale' check (way in ('resale', 'share'));

-- Of a share: what end users pay, and what of that the child earns (an amount in minor units, or hundredths of a percent). Without a
-- price of its own it is that of the child's parent, who has the package for a share itself.
alter table packages.package_price
  add column retail_price bigint check (retail_price > 0),
  add column share_kind text check (share_kind in ('fixed', 'margin', 'price')),
  add column share_value bigint check (share_value >= 0 and (share_kind = 'fixed' or share_value <= 10000)),
  alter column reserve_price drop not null,
  alter column min_price drop not null,
  alter column suggest_price drop not null,
  add constraint package_price_way check (
    (share_kind is null and share_value is null and retail_price is null and num_nulls(reserve_price, min_price, suggest_price) = 0)
    or (share_kind is not null and share_value is not null and num_nonnulls(reserve_price, min_price, suggest_price) = 0));

-- Published: who has a package for a share, and since when for which.
create view packages.v_share as
  select id, package_id, customer_id, from_customer_id, state, given_at, recalled_at, updated_at
  from packages.package_distribution where way = 'share';
create view packages.v_share_price as
  select distribution_id, effective_at, retail_price, share_kind, share_value, currency
  from packages.package_price where share_kind is not null;
