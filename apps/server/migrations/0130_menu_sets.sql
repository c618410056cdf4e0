-- What of the menu a customer gets, and under which names. `entries` are its directories and pages in their order.
create table identity.menu_set (
  id bigint primary key,
  -- whose set it is; it is given to customers below
  customer_id bigint not null,
  name text not null,
  kind text check (kind in ('PLATFORM', 'AGENT', 'ENTERPRISE')),
  edition text,
  is_default boolean not null,
  entries jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index menu_set_name on identity.menu_set (customer_id, lower(name));
create unique index menu_set_default on identity.menu_set (customer_id, coalesce(kind, ''), coalesce(edition, ''))
  where is_default;

create table identity.menu_set_customer (
  customer_id bigint primary key,
  set_id bigint not null references identity.menu_set (id),
  assigned_by text not null,
  assigned_at timestamptz not null
);
create index menu_set_customer_set on identity.menu_set_customer (set_id);
