-- So long orders wait for a source that is down; then they are given back.
alter table external_packages.source add column wait_hours integer not null default 24 check (wait_hours between 1 and 168);

-- A card's package ordered at a source, under a number of ours.
create table external_packages.source_order (
  id bigint not null primary key,
  -- what the source knows it by
  out_order_no text not null unique,
  source_id bigint not null,
  -- whose source it is
  customer_id bigint not null,
  offer_id bigint not null,
  package_id bigint not null,
  code text not null,
  order_id bigint not null,
  order_no text not null,
  line_id bigint not null unique,
  iccid text not null,
  periods integer not null check (periods > 0),
  effective_type smallint not null,
  postpone_days integer not null,
  -- for one card with all its periods, as accepted when it was ordered, and the most the source may charge
  agreed bigint not null,
  most bigint not null,
  currency text not null,
  state text not null check (state in ('waiting', 'sent', 'accepted', 'delivered', 'refused', 'returned')),
  -- what the source says it charged
  charged bigint,
  charged_currency text,
  their_order_no text,
  -- marked before it is sent; the last time, and how often
  sent_at timestamptz,
  sends integer not null default 0,
  -- asked after since it was sent last
  asks integer not null default 0,
  -- when it is looked at again; null: settled
  next_at timestamptz,
  -- those who watch the source were told that it has no clear answer
  told_at timestamptz,
  -- the last word of the source or of the way to it, for our own staff
  words_zh text,
  words_en text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state in ('delivered', 'refused', 'returned')) = (next_at is null)),
  check ((settled_at is null) = (next_at is not null))
);
create index source_order_due on external_packages.source_order (next_at, id) where next_at is not null;
create index source_order_of_source on external_packages.source_order (source_id, created_at desc, id desc);
create index source_order_of_order on external_packages.source_order (order_id);
