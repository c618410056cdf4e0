-- By which version of its product's terms a card goes; null before the product knew versions.
alter table cards.card add column product_version integer;
create index card_product on cards.card (product_code, customer_id, lifecycle, product_version)
  where product_code is not null;

-- A sheet of cards under a product goes by the version there was when it was uploaded.
alter table cards.import_batch add column product_version integer;
