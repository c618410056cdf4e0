-- The counters of cards follow what changes instead of counting all cards again and again.

-- Cards that were written and not yet counted anew. Rows are only added here, by the statement that writes the card, and taken by
-- whoever counts. There is no index: an import adds a row for each of its cards, and the counting reads whole blocks.
create table cards.uncounted_card (
  card_id bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
-- Without a key, logical replication could not delete its rows.
alter table cards.uncounted_card replica identity full;

-- What each card is counted as. The counters are sums over these rows.
create table cards.counted_card (
  card_id bigint not null primary key,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  -- Time alone changes nothing of this row up to and including this moment; null if it never does.
  holds_until timestamptz,
  kind smallint not null,
  platform smallint not null,
  real_name_status smallint not null,
  online_state smallint not null,
  ending_soon boolean not null,
  silent_week boolean not null,
  silent_month boolean not null,
  imei_changed boolean not null,
  usage_jumped boolean not null,
  real_name_missing boolean not null,
  -- Days since 1970: when it was activated, if lately, and when its package ends, if soon.
  activated integer,
  ending integer,
  province integer,
  carrier_status text not null,
  lifecycle text not null,
  sleep_status text not null,
  stop_reasons smallint[] not null
  -- The space left on each page keeps most writes off the indexes.
) with (fillfactor = 80);
create index counted_card_holds on cards.counted_card (holds_until) where holds_until is not null;

-- Cards by a day or a province.
create table cards.card_figure_counter (
  customer_id bigint not null,
  kind smallint not null,
  figure text not null check (figure in ('activated', 'ending', 'province')),
  value integer not null,
  n bigint not null,
  primary key (customer_id, kind, figure, value)
);
create view cards.v_card_figure_counter as select customer_id, kind, figure, value, n from cards.card_figure_counter;

alter table cards.card_counter_refresh
  -- The walk over all cards that is under way, and the last card it has passed. `fill`: the counters are not sums of
  -- counted_card yet, and keep what they said before. `conditions`: what decides besides the card has changed.
  add column walk text default 'fill' check (walk in ('fill', 'conditions', 'check')),
  add column walk_after bigint not null default 0,
  add column walk_found bigint not null default 0,
  -- The last check: when it ended, and how many cards or groups were counted wrongly.
  add column checked_at timestamptz,
  add column drift bigint not null default 0,
  -- What decides besides the card: products that require a real name, and carriers that are not offered.
  add column asking_real_name text[] not null default '{}',
  add column not_offered integer[] not null default '{}';
