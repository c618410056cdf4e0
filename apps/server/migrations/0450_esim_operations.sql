-- What chips are asked, what they reported and their strategies get a room of their own. Names of constraints and indexes stay.
create schema esim_operations;

alter table esim.operation set schema esim_operations;
alter table esim.notification_point set schema esim_operations;
alter table esim.strategy set schema esim_operations;
alter table esim.firing set schema esim_operations;

create view esim.v_chip as
  select eid, id, architecture, customer_id, carrier_account_id, manufacturer, memory_free, imei, state, enabled_number_id,
    fallback_number_id, strategy_id, product_code, product_version, bootstrap_iccid, remark, audit, last_audit_at,
    import_batch_id, created_at, updated_at, version, reported_at, told_number_id, tell_cause, tell_after, country, mcc, mnc,
    network_source, country_at, network_at, network_lost_at, held_trigger, look_at
  from esim.chip;
create view esim.v_chip_tag as select eid, tag_id, customer_id from esim.chip_tag;
create view esim.v_code_number as
  select card_id, iccid, imsi, msisdn, profile_type, platform, country, carrier_account_id, smdp_account_id, smdp_address,
    matching_id, activation_code, eid, enable_state, rsp_state, state_words, cost, currency, import_batch_id, imported_at,
    bound_at, state_at, version, took_card
  from esim.code_number;
create view esim.v_import_batch as select id, customer_id from esim.import_batch;
