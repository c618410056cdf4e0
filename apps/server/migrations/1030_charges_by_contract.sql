-- A payment that the provider takes under a contract with its payer: nobody opens a code or a page for it.
alter table payments.payment
  -- the provider's number of the contract
  add column contract_no text,
  -- its merchant is that of the contract, whatever the routes say
  alter column collecting_account_id drop not null,
  add constraint payment_way check (collecting_account_id is not null or contract_no is not null);

-- What auto-renewal reads of listings.
create view retail_orders.v_listing as
  select id, account_id, customer_id, package_id, title, price, currency, is_on_sale from retail_orders.listing;
