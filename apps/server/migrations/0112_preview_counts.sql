-- How many cards a preview touches by carrier account, and how many it skips by reason: counted as they are written down, so
-- that nobody counts a million items again to show or to start them.
alter table cards.selection_preview add column counts jsonb not null default '{"touched": {}, "skipped": {}}';
