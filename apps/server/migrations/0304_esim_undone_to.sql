-- An undo has looked at the chips or cards up to this id; moves in the transaction that removes them.
alter table esim.import_batch add column undone_to bigint not null default 0;
