-- An order paid from an end user's wallet: its customer sells it and earns the last step.
alter table orders.package_order add column buyer_id bigint;

-- A sheet within WeChat, which only the buyer with this openid at this account can open.
alter table payments.payment
  add column buyer_appid text,
  add column buyer_openid text,
  drop constraint payment_target_kind_check,
  add constraint payment_target_kind_check check (target_kind in ('code', 'page', 'sheet'));
