-- Published: packages on cards, now with the minutes and messages they give.
create or replace view orders.v_package_usage as
  select id, card_id, customer_id, package_id, package_name, is_main, flow_bytes, zone, starts_at, ends_at, state, state_at, created_at,
    cycle_day, package_version_id, voice_seconds, sms_count
  from orders.package_usage;

-- What a day of a voice card called and sent of a package; 0: of none. Seconds and messages of a day add up to what the day holds;
-- `counted` is what the calls took from the package, in its whole steps.
create table metering.call_consumption (
  card_id bigint not null,
  day date not null,
  usage_id bigint not null,
  seconds bigint not null check (seconds >= 0),
  counted bigint not null check (counted >= seconds),
  messages integer not null check (messages >= 0),
  customer_id bigint not null,
  primary key (card_id, day, usage_id),
  check (seconds > 0 or messages > 0)
) partition by range (day);

-- What had been called and sent of the day, as far as it was read.
alter table metering.mark
  add column seconds bigint not null default 0 check (seconds >= 0),
  add column messages integer not null default 0 check (messages >= 0);

alter table metering.catch_up
  add column last_calling_id bigint not null default 0,
  add column calls_finished_at timestamptz;
