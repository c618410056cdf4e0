-- The second column of an uploaded sheet: what the action needs for this card alone, such as the IMEI it is locked to.
alter table cards.selection_file_row add column parameter text;
create index selection_file_row_value on cards.selection_file_row (file_id, value);
-- Cards locked to a device, for the watch over them.
create index card_bound_imei on cards.card (id) where bound_imei is not null;
