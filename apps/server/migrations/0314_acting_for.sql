-- Whose eyes somebody looked with when he tried this; null where he acted as himself.
alter table audit.operation_log add column acting_for_customer_id bigint;
-- A verification over a period finds its first and last number.
create index seal_log_at on audit.seal (log_at, seq);
