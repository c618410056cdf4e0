-- The total of a cycle is the carrier's figure with `lost`; what is unclear of the figure is taken off, so both may be below nothing.
alter table usage.card_counter
  drop constraint card_counter_lost_check,
  drop constraint card_counter_day_base_check,
  -- of the total, what was used before the card was first read
  add column base bigint not null default 0,
  -- the last figure since the turn into a cycle that may still be of the cycle before
  add column turning_cycle text,
  add column turning_figure bigint,
  -- where the counter stood before it fell, while it is unclear why
  add column fallen_figure bigint,
  add column fallen_lost bigint,
  add constraint card_counter_turning check ((turning_cycle is null) = (turning_figure is null)),
  add constraint card_counter_fallen check ((fallen_figure is null) = (fallen_lost is null));

-- Usage between two figures of which it is not clear what happened: of no day and no total until it is settled.
create table usage.unclear_step (
  card_id bigint not null,
  read_at timestamptz not null,
  customer_id bigint not null,
  kind text not null check (kind in ('fall', 'turn')),
  cycle text not null,
  figure_before bigint not null,
  figure bigint not null,
  -- bytes of its day if the counter had restarted; bytes of `low_day` if it had gone on
  day date not null,
  high bigint not null,
  low_day date not null,
  low bigint not null,
  alarmed_at timestamptz,
  settled_at timestamptz,
  settled_as text check (settled_as in ('restarted', 'wentOn', 'returned')),
  settled_by text check (settled_by in ('days', 'reading', 'person')),
  settled_bytes bigint,
  settled_by_name text,
  primary key (card_id, read_at),
  constraint unclear_step_settled check (
    (settled_at is null) = (settled_as is null) and (settled_at is null) = (settled_by is null)
    and (settled_at is null) = (settled_bytes is null)
  )
);
create index unclear_step_open on usage.unclear_step (read_at) where settled_at is null;
