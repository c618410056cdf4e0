-- A pass over a carrier's list goes on where the last page ended, which not every carrier tells by a number.
alter table cards.carrier_pass add column read_to text;
update cards.carrier_pass set read_to = next_page::text where next_page > 1;
alter table cards.carrier_pass drop column next_page;
