create schema customers;

-- One node of the customer tree. `path` holds the ids from the root down, itself included: '/1/10/11/'. It is what every
-- scope is resolved by, so that no query walks the tree.
create table customers.customer (
  id bigint primary key,
  parent_id bigint references customers.customer (id),
  path text not null,
  level smallint not null,
  kind text not null check (kind in ('PLATFORM', 'AGENT', 'ENTERPRISE')),
  name text not null,
  code text not null,
  editions text[] not null check (cardinality(editions) > 0),
  business_mode smallint not null,
  settlement_mode text not null,
  status smallint not null,
  -- sessions opened before this moment are gone: set when the customer is disabled
  sessions_from timestamptz,
  contact_name text,
  contact_phone text,
  contact_email text,
  contact_address text,
  licence_name text,
  licence_code text,
  salesperson text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (path like '/%/'),
  check ((parent_id is null) = (level = 1))
);
create unique index customer_code on customers.customer (lower(code));
create index customer_path on customers.customer (path text_pattern_ops);
create index customer_parent on customers.customer (parent_id, created_at, id);
create index customer_created on customers.customer (created_at, id);

-- Grows whenever the tree changes its shape. A process may remember a subtree for as long as this number stands.
create table customers.tree_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into customers.tree_version values (true, 1);

create view customers.v_customer as
  select id, parent_id, path, level, kind, name, code, editions, business_mode, settlement_mode, status, sessions_from
  from customers.customer;
