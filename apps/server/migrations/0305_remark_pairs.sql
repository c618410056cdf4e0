-- A Chinese word often has two characters, too few for an index of three: remarks are found by every two letters that stand
-- beside each other. Names of packages keep the index of three, where there is one.
create function cards.letter_pairs(words text) returns text[]
language plpgsql immutable strict parallel safe cost 100 as $$
begin
  return array(select substr(lower(words), n, 2) from generate_series(1, length(words) - 1) n);
end $$;

create index card_remark_pairs on cards.card using gin (cards.letter_pairs(remark)) where remark is not null;
drop index if exists cards.card_words;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index card_package_words on cards.card using gin (package_name public.gin_trgm_ops);
  end if;
end $$;
