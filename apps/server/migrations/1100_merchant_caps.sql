-- What a merchant may take in a day of China, over all routes that use it.
alter table payment_providers.merchant
  add column day_most bigint,
  add constraint merchant_day_most check (day_most > 0);
create or replace view payment_providers.v_merchant as
  select id, customer_id, provider, name, merchant_no, is_enabled and state = 'on' as is_enabled, state, created_at, day_most
  from payment_providers.merchant;

-- What came today is found by `payment_collector` and `payment_of_merchant`; what is still to be paid, which is little, by these.
create index payment_under_way on payments.payment (merchant_id) where state in ('created', 'open');
create index payment_under_way_to on payments.payment (collecting_account_id) where state in ('created', 'open');
