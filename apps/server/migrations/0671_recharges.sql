-- A recharge of a customer by its parent, or a deduction (a negative amount). Its money has moved when it is passed, with the
-- ledger transaction whose key is made of its id.
create table customer_accounts.recharge (
  id bigint not null primary key,
  recharge_no text not null unique,
  customer_id bigint not null,
  -- The parent that enters and reviews it, and pays where it has a balance.
  payer_id bigint not null,
  method smallint not null,
  currency char(3) not null,
  amount bigint not null check (amount <> 0),
  bonus bigint not null default 0 check (bonus >= 0),
  state text not null check (state in ('pending', 'passed', 'rejected', 'voided')),
  bank text,
  voucher_no text,
  voucher_type text,
  voucher_name text,
  remark text,
  decision text,
  repeat_reason text,
  account_id bigint,
  transaction_id bigint unique,
  entered_by_id bigint,
  entered_by text not null,
  checked_by_id bigint,
  checked_by text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint recharge_posted check ((state = 'passed') = (transaction_id is not null)),
  constraint recharge_decided check ((state = 'pending') = (decided_at is null)),
  -- Method 3 is the bank, 6 a deduction.
  constraint recharge_second_person check (method not in (3, 6) or state <> 'passed' or checked_by_id <> entered_by_id),
  constraint recharge_voucher check (method <> 3 or (bank is not null and voucher_no is not null)),
  constraint recharge_sign check ((method = 6) = (amount < 0))
);
create index recharge_customer on customer_accounts.recharge (customer_id, created_at desc);
create index recharge_pending on customer_accounts.recharge (payer_id) where state = 'pending';
create index recharge_same_voucher on customer_accounts.recharge (payer_id, lower(bank), lower(voucher_no));
-- A voucher is posted once, unless somebody says why not.
create unique index recharge_voucher_once on customer_accounts.recharge (payer_id, lower(bank), lower(voucher_no))
  where state = 'passed' and repeat_reason is null;
