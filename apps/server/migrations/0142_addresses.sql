-- Where goods and invoices of a customer go. Orders keep a copy of what they were sent to.
create table customers.address (
  id bigint not null primary key,
  customer_id bigint not null,
  receiver text not null,
  phone text not null,
  -- GB/T 2260, as of the day it was written
  division text not null,
  detail text not null,
  postcode text,
  tag text,
  is_default boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index address_customer on customers.address (customer_id, created_at);
create unique index address_default on customers.address (customer_id) where is_default;
