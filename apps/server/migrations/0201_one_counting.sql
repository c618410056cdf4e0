-- One reading of all cards for the totals of lists and for the dashboard: the counts of the reports room are sums over these
-- groups. What follows from a group's columns, such as its stop reasons, needs no column.
alter table cards.card_tally
  -- activated, and the last session so long ago
  add column silent_week bigint not null default 0,
  add column silent_month bigint not null default 0,
  -- the device changed within a week
  add column imei_changed bigint not null default 0;

-- The next counting fills them.
delete from cards.card_tally_refresh;

create view cards.v_card_tally as
  select customer_id, kind, platform, lifecycle, stop_reasons, online_state, n, ending_soon, silent_week, silent_month,
    imei_changed
  from cards.card_tally;
