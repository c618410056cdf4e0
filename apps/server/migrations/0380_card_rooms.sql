-- The room of the cards has become seven: each table goes to the schema of the room that writes it. Names of constraints and
-- indexes stay.
create schema card_commands;
create schema card_batches;
create schema carrier_sync;
create schema card_imports;
create schema card_lookups;
create schema card_views;

alter table cards.card_command set schema card_commands;
alter table cards.confirm_lease set schema card_commands;
alter table cards.asked_change set schema card_commands;
alter table cards.plan set schema card_commands;
alter table cards.plan_pull set schema card_commands;

alter table cards.selection_preview set schema card_batches;
alter table cards.selection_item set schema card_batches;
alter table cards.selection_file set schema card_batches;
alter table cards.selection_file_row set schema card_batches;
alter table cards.card_set set schema card_batches;
alter table cards.card_set_number set schema card_batches;
alter table cards.card_set_card set schema card_batches;

alter table cards.carrier_reading set schema carrier_sync;
alter table cards.carrier_pass set schema carrier_sync;
alter table cards.sync_run set schema carrier_sync;
alter table cards.carrier_difference set schema carrier_sync;
alter table cards.rotation set schema carrier_sync;
alter table cards.card_open set schema carrier_sync;
alter table cards.card_pool set schema carrier_sync;
alter table cards.near_pool set schema carrier_sync;

-- A card's place in the line of those that are polled: by when it was polled last.
alter table cards.card_turn set schema carrier_sync;
alter table carrier_sync.card_turn rename to poll_slot;
alter table carrier_sync.poll_slot rename column turn_at to polled_at;
alter index carrier_sync.card_turn_pkey rename to poll_slot_pkey;
alter index carrier_sync.card_turn_next rename to poll_slot_next;

-- A partition does not follow its table.
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'cards.session'::regclass loop
    execute format('alter table %s set schema carrier_sync', partition);
  end loop;
end $$;
alter table cards.session set schema carrier_sync;

alter table cards.import_batch set schema card_imports;
alter table cards.import_row set schema card_imports;
alter table cards.card_scope set schema card_imports;
alter table cards.carrier_stranger set schema card_imports;
alter table card_imports.carrier_stranger rename to unmatched_carrier_card;

alter table cards.line_reading set schema card_lookups;
alter table cards.online_lookup set schema card_lookups;
alter table cards.position_query set schema card_lookups;
alter table cards.location_consent set schema card_lookups;

alter table cards.readonly_view set schema card_views;

alter table cards.card_tally rename to card_counter;
alter view cards.v_card_tally rename to v_card_counter;
alter table cards.card_tally_refresh rename to card_counter_refresh;
