-- Who made a tag, by the name of that day: accounts are another room's.
alter table cards.tag add column created_by_name text;
-- The live number of cards under a tag, and the merge of two.
create index card_tag_customer on cards.card_tag (customer_id, tag_id);

-- The newest events of a tree with many customers.
create index card_event_at on cards.card_event (at, id);
