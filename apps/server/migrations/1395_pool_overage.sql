-- What a flow pool gave of a card's day moves with what its other cards use; the days that moved wait here to be booked again.
alter table deductions.figure drop constraint figure_source_check;
alter table deductions.figure add constraint figure_source_check
  check (source in ('reading', 'package', 'pool', 'rerating', 'beginning'));

create table deductions.redrawn (
  card_id bigint primary key,
  from_day date not null
);
