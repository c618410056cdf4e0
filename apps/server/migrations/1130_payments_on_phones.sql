-- From where a payment was begun in a phone's own browser: the provider compares it with the address that opens its page. Null
-- where it is paid by scanning, on a page for any device, or on a sheet.
alter table payments.payment add column phone_address text;
