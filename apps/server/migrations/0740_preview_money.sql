-- What an action costs, as its preview showed it: payer, currency and lines in minor units.
alter table card_batches.selection_preview add column money jsonb;
