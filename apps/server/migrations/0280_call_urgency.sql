-- What a call was for; null in rows of before it was kept.
alter table carriers.call add column urgency text;
