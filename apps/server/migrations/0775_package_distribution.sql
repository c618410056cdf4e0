-- Who has a package: its maker, who has it from nobody, and everybody it was passed on to, from parent to child.
create table packages.package_distribution (
  id bigint not null primary key,
  package_id bigint not null references packages.package,
  customer_id bigint not null,
  from_customer_id bigint,
  state text not null check (state in ('on', 'recalled')),
  given_at timestamptz not null,
  recalled_at timestamptz,
  updated_at timestamptz not null,
  unique (package_id, customer_id)
);
create index package_distribution_customer on packages.package_distribution (customer_id, package_id);
create index package_distribution_from on packages.package_distribution (from_customer_id, id);
-- A package has the id of its maker's row: neither is ever given to another.
insert into packages.package_distribution (id, package_id, customer_id, from_customer_id, state, given_at, recalled_at, updated_at)
  select id, id, customer_id, null, 'on', created_at, null, created_at from packages.package where deleted_at is null;

-- What a package costs a customer, from a moment on; the newest that has begun is in force. A later one waits.
create table packages.package_price (
  distribution_id bigint not null references packages.package_distribution,
  effective_at timestamptz not null,
  reserve_price bigint not null check (reserve_price >= 0),
  min_price bigint not null check (min_price >= reserve_price),
  suggest_price bigint not null check (suggest_price >= min_price),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  set_by text,
  created_at timestamptz not null,
  primary key (distribution_id, effective_at)
);
