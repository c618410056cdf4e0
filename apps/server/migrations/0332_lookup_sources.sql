-- What was known of a card when a carrier did not answer: its last session, of the last sync; and what it had used.
alter table cards.online_lookup drop constraint online_lookup_source_check;
alter table cards.online_lookup add constraint online_lookup_source_check check (source in ('live', 'recent', 'sync'));
alter table cards.online_lookup add column known_at timestamptz;
alter table cards.online_lookup add column used_today bigint;
alter table cards.online_lookup add column usage_at timestamptz;
update cards.online_lookup set known_at = asked_at where online_state in (0, 1);
