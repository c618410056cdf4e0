-- A page of cards in any order begins at its place in an index that has the id as its last column. The texts stand in the
-- database's own order, so that a range of ICCIDs and a sort by them use the same index as an equality.
drop index cards.card_iccid;
drop index cards.card_business_number;
drop index cards.card_customer;
drop index cards.card_package_ends;
create index card_iccid on cards.card (iccid, id);
create index card_business_number on cards.card (business_number, id) where business_number is not null;
create index card_platform on cards.card (platform, id);
create index card_carrier_status on cards.card (carrier_status, id);
create index card_lifecycle on cards.card (lifecycle, id);
create index card_activated on cards.card (activated_at, id) where activated_at is not null;
create index card_service_end on cards.card (service_period_end, id) where service_period_end is not null;
-- Cards of one customer, the newest first.
create index card_customer on cards.card (customer_id, created_at, id);
-- The week's ends are counted from this index alone.
create index card_package_ends on cards.card (package_ends_at, id) include (customer_id, kind)
  where package_ends_at is not null;
-- Filters that single out few of many.
create index card_product_code on cards.card (product_code, id) where product_code is not null;
create index card_pool_code on cards.card (pool_code, id) where pool_code is not null;
create index card_imei_changed on cards.card (imei_changed_at) where imei_changed_at is not null;
