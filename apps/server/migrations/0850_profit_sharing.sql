create schema profit_sharing;

-- When what a customer earns may be used; a customer without a row has the default.
create table profit_sharing.release_rule (
  customer_id bigint not null primary key,
  rule text not null,
  days smallint not null,
  set_by bigint not null,
  set_at timestamptz not null,
  constraint release_rule_known check (rule in ('realTime', 'daily', 'afterDays') and days between 0 and 90
    and (rule = 'afterDays') = (days > 0))
);

-- What a level earned with a package on a card, or gave back of it. A sale is frozen, then released once; what is given back is
-- a row of its own, taken from where the profit lies at that moment.
create table profit_sharing.entry (
  id bigint not null primary key,
  customer_id bigint not null,
  kind text not null,
  order_id bigint not null,
  order_no text not null,
  line_id bigint not null,
  card_id bigint not null,
  iccid text not null,
  platform smallint not null,
  package_id bigint not null,
  package_name text not null,
  buyer_id bigint not null,
  payer_id bigint not null,
  source smallint not null,
  currency char(3) not null,
  reserve bigint not null,
  price bigint not null,
  amount bigint not null,
  reversed bigint not null default 0,
  state text not null,
  rule text not null,
  release_at timestamptz,
  wants_balance bigint,
  released_at timestamptz,
  release_key text,
  at timestamptz not null,
  constraint profit_entry_kind check ((kind = 'sale' and amount >= 0) or (kind = 'reversal' and amount <= 0 and reversed = 0)),
  constraint profit_entry_amount check (amount = price - reserve),
  constraint profit_entry_reversed check (reversed between 0 and abs(amount)),
  constraint profit_entry_state check (state in ('frozen', 'released', 'reversed'))
);
create unique index profit_entry_sale on profit_sharing.entry (line_id, customer_id) where kind = 'sale';
create unique index profit_entry_reversal on profit_sharing.entry (line_id, customer_id) where kind = 'reversal';
create index profit_entry_of_customer on profit_sharing.entry (customer_id, at, id);
create index profit_entry_to_release on profit_sharing.entry (release_at, id) where state = 'frozen' and kind = 'sale';
create index profit_entry_of_order on profit_sharing.entry (order_id);
create index profit_entry_of_iccid on profit_sharing.entry (iccid);
