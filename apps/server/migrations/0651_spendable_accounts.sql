create or replace view ledger.v_account as
  select id, owner_kind, owner_id, customer_id, currency, kind, is_deferred, balance, seq, credit, backer_id, debts_below, opened_at,
    case when kind = 'balance' then ledger.spendable(id) else balance end as spendable
  from ledger.account;
