-- What other rooms read of the cards: every column but the count of its changes, which is for who has locked the row.
create or replace view cards.v_card as
  select id, iccid, customer_id, platform, carrier_account_id, kind, carrier_status, lifecycle, stop_reasons,
    package_name, package_ends_at, activated_at, flow_used, flow_total, used_today, usage_at,
    online_state, last_session_at, imei_changed_at, pending_since, created_at, province, voice_used, sms_used,
    sub_type, size, business_number, mapping_number, imsi, imei, eid, sleep_status, real_name_status,
    product_code, product_version, pool_code, remark, service_period_end, voice_total, sms_total, usage_jumped_at,
    last_sync_at, pending_action, pending_to, import_batch_id, rate_plan, communication_plan, refreshed_at,
    data_on, speed_kbps, voice_on, sms_on, white_list_count, apn, usage_cap_mb, white_list,
    bound_imei, bound_imei_at, updated_at
  from cards.card;

create view cards.v_card_identifier as select kind, value, card_id from cards.card_identifier;

create view cards.v_card_event as
  select id, card_id, at, iccid, customer_id, action, from_value, to_value, result, source, actor_customer_id,
    actor_name, task_id, reason, state
  from cards.card_event;

create view cards.v_tag as select id, customer_id, name from cards.tag;
create view cards.v_card_tag as select card_id, tag_id, customer_id from cards.card_tag;

create view card_commands.v_asked_change as select card_id, customer_id from card_commands.asked_change;

create view carrier_sync.v_carrier_pass as
  select carrier_account_id, pass_began_at, finished_at from carrier_sync.carrier_pass;
create view carrier_sync.v_carrier_difference as
  select card_id, customer_id, kind, state, found_at from carrier_sync.carrier_difference;
