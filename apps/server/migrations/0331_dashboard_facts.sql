-- The province a card was last seen in, by its code of GB/T 2260. Positions themselves stay sealed; a province is as wide as
-- a country and is counted.
alter table cards.card add column province smallint;
create index card_province on cards.card (province, customer_id, kind) where province is not null;
create or replace view cards.v_card as
  select id, iccid, customer_id, platform, carrier_account_id, kind, carrier_status, lifecycle, stop_reasons,
    package_name, package_ends_at, activated_at, flow_used, flow_total, used_today, usage_at,
    online_state, last_session_at, imei_changed_at, pending_since, created_at, province
  from cards.card;

-- Cards by the province they were last seen in. Written whole by each refresh.
create table reports.card_place (
  customer_id bigint not null,
  kind smallint not null,
  province smallint not null,
  cards integer not null,
  primary key (customer_id, kind, province)
);

-- How many cards, cancelled ones aside, a customer had at the end of a day; today so far.
create table reports.card_total_day (
  customer_id bigint not null,
  kind smallint not null,
  day date not null,
  cards integer not null,
  primary key (customer_id, kind, day)
);
create index card_total_day_day on reports.card_total_day (day);

-- The programs that do background work, and when each was last heard of.
create table runtime.worker (
  id text primary key,
  host text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
