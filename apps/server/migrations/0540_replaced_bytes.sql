-- What a day held before it was last changed; null of a day that never was. Whoever changes a day so learns by how much from the
-- very row he changed: on several nodes an earlier read may be older than that row.
alter table usage.card_day add column replaced bigint;
