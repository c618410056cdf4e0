-- A change that does part of its work outside a transaction claims its key before it begins: `attempt` holds it until
-- `lease_until`, and the answer ends the claim.
alter table runtime.idempotency
  add column lease_until timestamptz,
  add column attempt bigint;
