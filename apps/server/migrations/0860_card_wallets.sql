-- Money put on one card's wallet, from the balance of the customer that pays. What was not spent since can be taken back once.
create table orders.card_recharge (
  id bigint not null primary key,
  recharge_no text not null unique,
  card_id bigint not null,
  iccid text not null,
  customer_id bigint not null,
  amount bigint not null,
  currency char(3) not null,
  remark text,
  made_by bigint not null,
  made_by_name text not null,
  made_by_customer_id bigint not null,
  created_at timestamptz not null,
  reversed bigint,
  reversed_by_name text,
  reversed_at timestamptz,
  constraint card_recharge_amount check (amount > 0),
  constraint card_recharge_reversed check (reversed is null or reversed between 1 and amount)
);
create index card_recharge_of_card on orders.card_recharge (card_id, id);
create index card_recharge_of_customer on orders.card_recharge (customer_id, id);
