-- What an account did, newest first.
create index operation_log_actor on audit.operation_log (actor_account_id, at, id);
