-- A price towards a child is in the child's currency.
alter table catalogue.card_price add column currency char(3) not null default 'CNY' check (currency ~ '^[A-Z]{3}$');
update catalogue.card_price price set currency = c.currency
  from catalogue.product_distribution d join customers.customer c on c.id = d.customer_id
  where d.id = price.distribution_id and c.currency <> 'CNY';
alter table catalogue.card_price alter column currency drop default;
