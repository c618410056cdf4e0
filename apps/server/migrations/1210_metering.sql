create schema metering;

-- Published: what cards used on each day.
create view usage.v_card_day as select card_id, day, bytes, customer_id from usage.card_day;
revoke insert, update, delete on usage.v_card_day from cardinal_app;

-- Published: packages on cards.
create view orders.v_package_usage as
  select id, card_id, customer_id, package_id, package_name, is_main, flow_bytes, zone, starts_at, ends_at, state, state_at, created_at
  from orders.package_usage;
revoke insert, update, delete on orders.v_package_usage from cardinal_app;

-- What a day of a card used of a package; 0: of none, which is overage. The rows of a day add up to what the day holds.
create table metering.consumption (
  card_id bigint not null,
  day date not null,
  usage_id bigint not null,
  bytes bigint not null check (bytes > 0),
  customer_id bigint not null,
  primary key (card_id, day, usage_id)
) partition by range (day);

-- What a day had used, as far as it was read, when a package of its card began or ended; `margin` bytes more were read next, of which
-- nobody knows on which side of the moment they were used.
create table metering.mark (
  card_id bigint not null,
  at timestamptz not null,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  margin bigint check (margin >= 0),
  primary key (card_id, at)
);
create index mark_open on metering.mark (card_id) where margin is null;


-- What a package had given before its card's last day with use, and with it: the sum of its rows above, by day.
create table metering.record_use (
  usage_id bigint primary key,
  card_id bigint not null,
  day date not null,
  before bigint not null check (before >= 0),
  total bigint not null check (total >= before)
);

-- How far cards that were used before anything was shared out have been gone through, for which time: what ended before `since` is not
-- shared out. Null until it begins.
create table metering.catch_up (
  is_only boolean primary key default true check (is_only),
  last_card_id bigint not null,
  since timestamptz,
  finished_at timestamptz
);
insert into metering.catch_up (last_card_id) values (0);
