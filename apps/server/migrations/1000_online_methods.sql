-- A recharge may be paid through the other channels: Stripe (7), PayPal (8), Payssion (9) and Lianlian (10).
alter table customer_accounts.recharge
  drop constraint recharge_paying,
  add constraint recharge_paying check (state not in ('paying', 'held', 'closed') or method in (1, 2, 7, 8, 9, 10)),
  drop constraint recharge_collected,
  add constraint recharge_collected check (collecting_account_id is null or method in (1, 2, 3, 7, 8, 9, 10));
-- The last notice of a merchant is shown with it.
create index notice_of_merchant on payments.notice (merchant_id, last_at desc);
