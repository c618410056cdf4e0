-- The picture of a customer's licence, one each; a new one takes its place.
create table customers.licence (
  customer_id bigint primary key references customers.customer (id),
  type text not null,
  content bytea not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
