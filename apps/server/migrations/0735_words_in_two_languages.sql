-- The platform's own words on a card's history, and the carriers' translated ones, are kept in both languages. A record without
-- the English ones has what a person wrote, or was made before.
alter table cards.card_event add column reason_en text, add column carrier_words_en text;
alter table card_commands.card_command add column note_en text;

create or replace view cards.v_card_event as
  select id, card_id, at, iccid, customer_id, action, from_value, to_value, result, source, actor_customer_id,
    actor_name, task_id, reason, state, reason_en
  from cards.card_event;
