-- A reconciliation compares plans and devices too.
alter table cards.carrier_difference drop constraint carrier_difference_kind_check;
alter table cards.carrier_difference add constraint carrier_difference_kind_check
  check (kind in ('status', 'unknown', 'plan', 'ratePlan', 'imei'));
