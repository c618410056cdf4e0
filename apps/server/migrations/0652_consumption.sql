-- Lists of all customers begin at the newest posting.
create index posting_at on ledger.posting (at desc, account_id, seq);

-- Postings as customers see them: those of balances and payables.
create view ledger.v_entry as
  select p.account_id || '-' || p.seq as id, p.account_id, p.seq, p.at, p.transaction_id, p.customer_id, p.amount, p.balance,
    a.kind as account_kind, a.currency::text as currency, t.kind, t.step, t.consume_type, t.business_no, t.actor_account_id,
    t.actor_name, t.remark
  from ledger.posting p
    join ledger.account a on a.id = p.account_id and a.owner_kind = 'customer' and a.kind in ('balance', 'payable')
    join ledger.transaction t on t.id = p.transaction_id;
-- All postings of a transaction, also those that wait to be folded.
create view ledger.v_leg as
  select p.transaction_id, p.account_id, p.customer_id, p.amount, p.balance, a.kind, a.currency::text as currency
  from (
    select transaction_id, account_id, customer_id, amount, balance from ledger.posting
    union all select transaction_id, account_id, customer_id, amount, null from ledger.deferred_posting
  ) p join ledger.account a on a.id = p.account_id;
revoke insert, update, delete on ledger.v_account, ledger.v_entry, ledger.v_leg from cardinal_app;
create index transaction_business_no on ledger.transaction (business_no) where business_no is not null;
