-- Cards whose data rules of flow strategies have switched off, or are switching: as long as a rule holds it off, and until it is on again.
create table flow_control.cut_off (
  card_id bigint not null primary key,
  customer_id bigint not null,
  -- what was asked last: data on, or off
  to_on boolean not null,
  task_id bigint not null,
  -- waiting: for the carrier; standing: confirmed; refused: asked again later
  state text not null check (state in ('waiting', 'standing', 'refused')),
  state_at timestamptz not null
);
create index cut_off_open on flow_control.cut_off (card_id) where state <> 'standing';
