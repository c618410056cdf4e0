-- What a card uses on an ordinary day: a mean that every closed day moves a little, so that nobody adds up days to know it. One
-- row a card, written once a day; the space left on each page keeps those writes off the index.
create table usage.card_usual (
  card_id bigint primary key,
  -- Whose days these are; another owner begins anew.
  customer_id bigint not null,
  -- Up to and with this day; whether anything is known of that very day.
  day date not null,
  is_known boolean not null,
  -- How many days the mean is made of, at most as many as count.
  days smallint not null,
  mean bigint not null check (mean >= 0)
) with (fillfactor = 80);

-- When a card was seen last to use more in a day than three times its ordinary day, under its present owner.
alter table cards.card add column usage_jumped_at timestamptz;
create index card_usage_jumped on cards.card (usage_jumped_at, id) include (customer_id, kind)
  where usage_jumped_at is not null;

alter table cards.card_tally add column usage_jumped bigint not null default 0;
create or replace view cards.v_card_tally as
  select customer_id, kind, platform, lifecycle, stop_reasons, online_state, n, ending_soon, silent_week, silent_month,
    imei_changed, usage_jumped
  from cards.card_tally;
alter table reports.card_count add column usage_jumped integer not null default 0;
