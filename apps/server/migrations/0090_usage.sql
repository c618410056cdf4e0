create schema usage;

-- What a card used on a day of its carrier's zone. Carriers say how much a day holds so far, so a row is set, never added
-- to. It belongs to who had the card on that day.
create table usage.card_day (
  card_id bigint not null,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  customer_id bigint not null,
  primary key (card_id, day)
) partition by range (day);
create index card_day_day on usage.card_day using brin (day);

-- The days of a customer's own cards, moved in the transaction that moves a card's day.
create table usage.customer_day (
  customer_id bigint not null,
  day date not null,
  bytes bigint not null,
  cards integer not null,
  primary key (customer_id, day)
);
