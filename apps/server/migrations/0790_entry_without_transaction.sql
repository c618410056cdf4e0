-- Joined from the left, the transaction is read only where its columns are asked for: not for rows that are counted or passed over.
create or replace view ledger.v_entry as
  select p.account_id || '-' || p.seq as id, p.account_id, p.seq, p.at, p.transaction_id, p.customer_id, p.amount, p.balance,
    a.kind as account_kind, a.currency::text as currency, t.kind, t.step, t.consume_type, t.business_no, t.actor_account_id,
    t.actor_name, t.remark
  from ledger.posting p
    join ledger.account a on a.id = p.account_id and a.owner_kind = 'customer' and a.kind in ('balance', 'payable')
    left join ledger.transaction t on t.id = p.transaction_id;
