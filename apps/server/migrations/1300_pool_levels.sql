-- How full a flow pool was when rooms were last told: whole percent, null while it has nothing to give from.
alter table flow_pools.pool add column told_percent integer;

-- The pool a firing went by.
alter table flow_control.firing add column pool_percent integer;
