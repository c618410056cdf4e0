create schema customer_events;

-- What happened to a customer's cards and orders, for its own systems. `place` is its position in the customer's feed: given in
-- the order of the rows once they are committed, so that a reader who goes on behind a place misses nothing.
create table customer_events.event (
  id bigint not null,
  at timestamptz not null,
  happened_at timestamptz not null,
  -- The database's own clock, not that of a process: whoever tells of a card holds it, so that this is the order of its events.
  told_at timestamptz not null default clock_timestamp(),
  customer_id bigint not null,
  place bigint,
  type text not null,
  -- The card it is about, with its carrier and product at that moment: a key may be limited to some.
  iccid text,
  platform smallint,
  product_code text,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  primary key (id, at),
  check ((iccid is null) = (platform is null))
) partition by range (at);
create index event_place on customer_events.event (customer_id, place) where place is not null;
create index event_waiting on customer_events.event (customer_id, told_at, id) where place is null;
revoke update, delete, truncate on customer_events.event from cardinal_app;
grant update (place) on customer_events.event to cardinal_app;

create table customer_events.last_place (
  customer_id bigint primary key,
  place bigint not null
);
