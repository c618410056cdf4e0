-- Where the rows of a batch come from: a sheet, segments of numbers, or the cards a carrier lists and nobody has imported.
alter table cards.import_batch
  add column mode text not null default 'file' check (mode in ('file', 'segment', 'pull')),
  -- segments as they were given, first and last number each
  add column segments jsonb,
  -- for cards whose row has none
  add column remark text;
update cards.import_batch set mode = 'segment' where file_bytes = 0;
update cards.import_batch b set mode = 'pull'
where b.mode = 'file' and exists (select 1 from cards.carrier_stranger s where s.import_batch_id = b.id);

-- Whether any account lists a number, with or without the check digit; which of them came into a batch.
create index carrier_stranger_number on cards.carrier_stranger (left(iccid, 19));
create index carrier_stranger_batch on cards.carrier_stranger (import_batch_id) where import_batch_id is not null;
