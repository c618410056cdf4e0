create schema reports;

-- Cards counted per customer and kind, so that no figure of the dashboard is counted over cards when it is asked for.
-- Written whole by each refresh.
create table reports.card_count (
  customer_id bigint not null,
  kind smallint not null,
  platform smallint not null,
  lifecycle text not null,
  cards integer not null,
  online integer not null,
  silent_week integer not null,
  silent_month integer not null,
  ending_soon integer not null,
  imei_changed integer not null,
  stopped_manual integer not null,
  stopped_arrears integer not null,
  stopped_real_name integer not null,
  stopped_imei integer not null,
  stopped_region integer not null,
  primary key (customer_id, kind, platform, lifecycle)
);

-- The same per day: activations of the last days, packages that end on the next ones.
create table reports.card_day (
  customer_id bigint not null,
  kind smallint not null,
  figure text not null check (figure in ('activated', 'ending')),
  day date not null,
  cards integer not null,
  primary key (customer_id, kind, figure, day)
);

-- When the counting was done last, and how long it took.
create table reports.refresh (
  name text not null primary key,
  refreshed_at timestamptz not null,
  took_ms integer not null
);
