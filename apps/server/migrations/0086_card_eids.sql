-- EIDs and device numbers that were pasted as a list.
create index card_eid on cards.card (eid text_pattern_ops) where eid is not null;
