-- The sorts that read and ordered every card. Each index makes a reading of the carrier write one entry more; a card is
-- read a few times a day, and its list is opened all day.
create index card_flow_used on cards.card (flow_used, id) where flow_used is not null;
create index card_used_today on cards.card (used_today, id) where used_today is not null;
create index card_last_session on cards.card (last_session_at, id) where last_session_at is not null;
create index card_last_sync on cards.card (last_sync_at, id) where last_sync_at is not null;
create index card_voice_used on cards.card (voice_used, id) where voice_used is not null;
create index card_sms_used on cards.card (sms_used, id) where sms_used is not null;

-- Filters that single out few of many.
create index card_apn on cards.card (apn, id) where apn is not null;
create index card_asleep on cards.card (id) where sleep_status = 'asleep';
create index card_stop_reasons on cards.card using gin (stop_reasons);

-- Words in a remark or in the name of a package, from three characters on. Without the extension the same query reads
-- the cards one by one.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index card_words on cards.card using gin (remark public.gin_trgm_ops, package_name public.gin_trgm_ops);
  end if;
end $$;
