-- What runs and waits on a card, whatever ended on it before. Without it a table filled in minutes, whose statistics are old, was
-- read through the open records of every card for each card.
create index package_usage_open_of_card on orders.package_usage (card_id) where state in (0, 1);
