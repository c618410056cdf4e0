-- Which wallet of the card a recharge came to, and how much of it was cleared since. What comes to cards from elsewhere (gifts,
-- preloads) is kept the same way, so that it is known whose it is.
alter table orders.card_recharge
  add column wallet text not null default 'walletPaid',
  add column cleared bigint not null default 0,
  add constraint card_recharge_wallet check (wallet in ('walletPaid', 'walletGift', 'walletPreload')),
  add constraint card_recharge_cleared check (cleared >= 0 and cleared + coalesce(reversed, 0) <= amount);
-- Cards that may have money left.
create index card_recharge_left on orders.card_recharge (card_id) where amount > cleared + coalesce(reversed, 0);

-- A clearing is one task; its lines are what is left of each recharge when it was asked for. A line is posted or never is.
create table orders.balance_clearing (
  id bigint not null primary key,
  customer_id bigint not null,
  currency char(3) not null,
  idle_months int not null,
  reason text not null,
  cards int not null,
  paid bigint not null,
  gift bigint not null,
  preload bigint not null,
  cleared_cards int,
  cleared bigint,
  made_by bigint,
  made_by_name text not null,
  made_by_customer_id bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint balance_clearing_cleared check (cleared between 0 and paid + gift + preload)
);
create index balance_clearing_of_customer on orders.balance_clearing (customer_id, created_at desc, id desc);

create table orders.clearing_line (
  clearing_id bigint not null,
  recharge_id bigint not null,
  card_id bigint not null,
  customer_id bigint not null,
  amount bigint not null,
  posted_at timestamptz,
  -- Its clearing is over, so that it keeps nothing from another one.
  is_closed boolean not null default false,
  primary key (clearing_id, recharge_id),
  constraint clearing_line_amount check (amount > 0),
  constraint clearing_line_posted check (posted_at is null or is_closed)
);
create index clearing_line_of_card on orders.clearing_line (clearing_id, card_id);
-- No recharge is in two clearings at once.
create unique index clearing_line_open on orders.clearing_line (recharge_id) where not is_closed;
create index clearing_line_open_of_card on orders.clearing_line (card_id) where not is_closed;
