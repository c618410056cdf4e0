create schema stopped_cards;

-- How long a card was stopped for a reason; reason 0: for none of ours, by its carrier or since our last one was lifted. `until` is null while it stands.
create table stopped_cards.stop (
  card_id bigint not null,
  reason smallint not null,
  -- who had the card then
  customer_id bigint not null,
  -- null: from before stops were kept
  since timestamptz,
  until timestamptz,
  source text,
  actor_customer_id bigint,
  actor_name text,
  why_zh text,
  why_en text,
  task_id bigint,
  -- found by comparing cards: their history is still to be asked since when and by whom
  is_untraced boolean not null default false
);
create unique index stop_standing on stopped_cards.stop (card_id, reason) where until is null;
create index stop_untraced on stopped_cards.stop (card_id) where is_untraced;
create index stop_of_card on stopped_cards.stop (card_id, since);

-- Every card with a stop that stands, and since when it has one.
create table stopped_cards.stopped_card (
  card_id bigint not null primary key,
  since timestamptz
);
create index stopped_since on stopped_cards.stopped_card (since desc nulls last, card_id);

insert into stopped_cards.stop (card_id, reason, customer_id, is_untraced)
select id, unnest(case when stop_reasons = '{}' then '{0}'::smallint[] else stop_reasons end), customer_id, true
from cards.card where lifecycle <> 'cancelled' and (lifecycle = 'stopped' or stop_reasons <> '{}');
insert into stopped_cards.stopped_card (card_id) select distinct card_id from stopped_cards.stop;
