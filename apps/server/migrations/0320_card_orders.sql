-- What else a carrier is asked for of a card: a cap of its data, its APN, the numbers it may be called by and call.
alter table cards.card
  add column usage_cap_mb integer,
  add column white_list jsonb;

alter table cards.asked_change drop constraint asked_change_aspect_check;
alter table cards.asked_change
  add check (aspect in ('data', 'voice', 'sms', 'speed', 'plan', 'cap', 'apn', 'network', 'whiteList'));
