-- How the card stood after the line, written with it: status, reasons, open command, customer, product, remark, device and
-- tags. Lines from before this column have none, and it is told that they have none.
alter table cards.card_event add column state jsonb;

-- A deleted tag left every card that had it at one moment, and one that was merged became another; no card's history says so.
create table cards.tag_ended (
  tag_id bigint not null,
  customer_id bigint not null,
  name text not null,
  color text not null,
  -- the tag that took its place on its cards; null where it was deleted
  into_id bigint,
  ended_at timestamptz not null,
  primary key (tag_id)
);
create index tag_ended_customer on cards.tag_ended (customer_id, ended_at);
