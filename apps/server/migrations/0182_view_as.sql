-- A look with a customer's eyes: a session of the account above, opened from one of its own and shorter than that.
alter table identity.session
  add column viewed_customer_id bigint,
  add column opened_from bigint;
create index session_opened_from on identity.session (opened_from) where opened_from is not null;
