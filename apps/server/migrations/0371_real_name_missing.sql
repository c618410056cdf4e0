-- Cards in service whose product asks for a real name they have not got. The next counting fills the columns; no card is touched.
alter table cards.card_tally add column real_name_missing bigint not null default 0;
create or replace view cards.v_card_tally as
  select customer_id, kind, platform, lifecycle, stop_reasons, online_state, n, ending_soon, silent_week, silent_month,
    imei_changed, usage_jumped, real_name_missing
  from cards.card_tally;
alter table reports.card_count add column real_name_missing integer not null default 0;
