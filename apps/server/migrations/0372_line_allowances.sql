-- What the carrier's own packages of a card still hold, as it was asked last.
alter table cards.line_reading add column allowances jsonb;
