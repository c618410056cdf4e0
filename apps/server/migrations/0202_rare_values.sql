-- Filters by a value that few cards have, or none: without an index a page of them reads every card before it knows.
create index card_sub_type on cards.card (sub_type, id) where sub_type is not null;
create index card_voice_on on cards.card (voice_on, id) where voice_on is not null;
create index card_sms_on on cards.card (sms_on, id) where sms_on is not null;
create index card_white_list on cards.card (white_list_count, id) where white_list_count is not null;

-- There are hundreds of products and packages: the planner must know the cards of each, or it gathers and sorts 50,000 to
-- show twenty of them.
alter table cards.card
  alter column product_code set statistics 1000,
  alter column package_name set statistics 1000;
analyze cards.card (product_code, package_name);
