-- Cards counted in groups, by whatever a list of millions is mostly filtered by. Counted anew now and then: totals beyond
-- what is counted exactly, and the figures over them, are read here.
create table cards.card_tally (
  customer_id bigint not null,
  kind smallint not null,
  platform smallint not null,
  carrier_account_id bigint not null,
  carrier_status text not null,
  lifecycle text not null,
  stop_reasons smallint[] not null,
  sleep_status text not null,
  real_name_status smallint not null,
  online_state smallint not null,
  n bigint not null,
  -- those whose package ended within a week of the counting
  ending_soon bigint not null,
  primary key (customer_id, kind, platform, carrier_account_id, carrier_status, lifecycle, stop_reasons, sleep_status,
    real_name_status, online_state)
);

-- When they were counted last, and how long it took.
create table cards.card_tally_refresh (
  one boolean primary key default true check (one),
  counted_at timestamptz not null,
  took_ms integer not null
);
