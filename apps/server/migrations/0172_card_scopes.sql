-- Which number segments were delivered for which account and product. Numbers are compared as one text each of a length.
create table cards.card_scope (
  id bigint not null primary key,
  customer_id bigint not null,
  platform smallint not null,
  carrier_account_id bigint not null,
  product_code text not null,
  size smallint,
  start_iccid text not null,
  end_iccid text not null,
  -- what is compared: whole numbers, of Unicom the first 19 digits
  start_key text collate "C" not null,
  end_key text collate "C" not null,
  numbers integer not null,
  delivery_note text,
  operator text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index card_scope_numbers on cards.card_scope (length(start_key), start_key);
create index card_scope_customer on cards.card_scope (customer_id, created_at, id);
