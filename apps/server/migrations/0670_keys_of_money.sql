-- How long a key is kept is said by its endpoint: money longer than the rest. A process of the earlier version says nothing: a day.
alter table runtime.idempotency add column kept_until timestamptz not null default now() + interval '1 day';
create index idempotency_kept_until on runtime.idempotency (kept_until);
