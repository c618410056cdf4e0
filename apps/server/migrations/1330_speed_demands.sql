-- Speeds that rules of other rooms ask for on cards, beside the limits of this one: each as long as its rule holds.
create table speed_limits.demand (
  card_id bigint not null,
  -- what is behind it in its room: a firing
  source_id bigint not null,
  kbps integer not null check (kbps > 0),
  why_zh text not null,
  why_en text not null,
  -- a person has changed the speed by hand since: it asks for nothing any more
  is_passed boolean not null default false,
  since timestamptz not null,
  primary key (card_id, source_id)
);

-- Published: what became of the speeds that were demanded.
create view speed_limits.v_demand as
select d.card_id, d.source_id, d.kbps, d.is_passed, s.state, s.governor
from speed_limits.demand d
left join speed_limits.card_speed s on s.card_id = d.card_id;

-- The speed that a rule limits to, where it does.
alter table flow_control.firing add column kbps integer check (kbps > 0);
