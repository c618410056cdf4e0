-- What a voice card called and sent on a day of its carrier's zone: where its cycle's figures stood when the day began for us, and
-- where they stand. Days of one cycle therefore add up to what the cycle holds. A day belongs to who had the card on it.
create table usage.voice_day (
  card_id bigint not null,
  day date not null,
  customer_id bigint not null,
  cycle text not null,
  from_seconds bigint not null,
  to_seconds bigint not null,
  from_messages integer not null,
  to_messages integer not null,
  primary key (card_id, day)
) partition by range (day);

create or replace view cards.v_card as
  select id, iccid, customer_id, platform, carrier_account_id, kind, carrier_status, lifecycle, stop_reasons,
    package_name, package_ends_at, activated_at, flow_used, flow_total, used_today, usage_at,
    online_state, last_session_at, imei_changed_at, pending_since, created_at, province, voice_used, sms_used
  from cards.card;
