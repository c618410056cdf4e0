-- The session that got a ticket: with its end the ticket opens nothing. Tickets of before are of none.
alter table tasks.download_ticket add column session_id bigint not null default 0;
