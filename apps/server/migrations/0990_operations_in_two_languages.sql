-- The English of a summary in words; null for a name, and for what was written before.
alter table audit.operation_log add column summary_en text;
