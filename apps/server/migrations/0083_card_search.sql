-- Any identifier by any four digits of it. Where the extension is not installed the same query reads the cards one by one.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm with schema public;
    create index card_fragment on cards.card using gin ((
      iccid || ' ' || coalesce(business_number, '') || ' ' || coalesce(mapping_number, '') || ' ' ||
      coalesce(imsi, '') || ' ' || coalesce(imei, '') || ' ' || coalesce(eid, '')
    ) public.gin_trgm_ops);
  end if;
end $$;

-- A card is also found, and kept unique, by the 19 digits of a Unicom ICCID without its check digit: both spellings are
-- claimed under kind 1.
comment on table cards.card_identifier is
  'kind 1 ICCID (Unicom: with and without its 20th digit), 2 business number, 5 IMSI, 6 EID';

-- Business numbers, mapping numbers and IMSIs that were pasted as a list.
create index card_imsi on cards.card (imsi text_pattern_ops) where imsi is not null;
create index card_mapping_number on cards.card (mapping_number text_pattern_ops) where mapping_number is not null;
