-- How an account's carrier is spoken to where that is configured instead of coded; not secret, and never with values of
-- credentials in it. json keeps the order its writer gave it, which jsonb does not; nothing is searched in it.
alter table carriers.account add column profile json;
