-- Who looks after the open commands of a carrier account at this moment; a dead one's time runs out.
create table cards.confirm_lease (
  carrier_account_id bigint not null primary key,
  token bigint not null,
  leased_until timestamptz not null
);

-- The history of cards is only ever added to.
revoke update, delete, truncate on cards.card_event from cardinal_app;
