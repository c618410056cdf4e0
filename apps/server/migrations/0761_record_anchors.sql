-- The day that the months of a record counted from its start go by; null: it has whole calendar months, cycles or days.
alter table orders.package_usage add column anchor_day smallint;
