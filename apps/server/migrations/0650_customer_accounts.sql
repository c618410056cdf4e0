create schema customer_accounts;

-- The currency a customer is priced and settled in: set when it is created, never changed.
alter table customers.customer add column currency char(3) not null default 'CNY' check (currency ~ '^[A-Z]{3}$');
create or replace view customers.v_customer as
  select id, parent_id, path, level, kind, name, code, editions, business_mode, settlement_mode, status, sessions_from, currency
  from customers.customer;

-- What later rooms show of the ledger.
create view ledger.v_account as
  select id, owner_kind, owner_id, customer_id, currency, kind, is_deferred, balance, seq, credit, backer_id, debts_below, opened_at
  from ledger.account;
create view ledger.v_posting as
  select account_id, seq, at, transaction_id, customer_id, amount, balance from ledger.posting;
create view ledger.v_transaction as
  select id, business_key, step, kind, at, actor_account_id, actor_name, hold_id, reverses, consume_type, business_no, remark
  from ledger.transaction;
revoke insert, update, delete on ledger.v_account, ledger.v_posting, ledger.v_transaction from cardinal_app;
