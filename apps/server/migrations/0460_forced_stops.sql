-- Which customer set a stop reason of a card by hand; one row for each reason that stands.
create table card_commands.forced_stop (
  card_id bigint not null,
  reason smallint not null,
  customer_id bigint not null,
  primary key (card_id, reason)
);
