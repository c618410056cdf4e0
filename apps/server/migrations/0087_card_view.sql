-- What the rooms behind may read of a card in their own lists and rollups.
create view cards.v_card as
  select id, iccid, customer_id, platform, carrier_account_id, kind, carrier_status, lifecycle, stop_reasons,
    package_name, package_ends_at, activated_at, flow_used, flow_total, used_today, usage_at,
    online_state, last_session_at, imei_changed_at, pending_since, created_at
  from cards.card;
