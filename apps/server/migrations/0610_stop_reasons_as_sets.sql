-- The stop reasons a command adds and lifts; they are put back if it fails. `stop_reason` is written no more.
alter table card_commands.card_command
  add column added_reasons smallint[] not null default '{}',
  add column lifted_reasons smallint[] not null default '{}';

update card_commands.card_command set
  added_reasons = case when action in ('stop_card', 'forced_stop_card') then array[stop_reason] else '{}' end,
  lifted_reasons = case when action in ('stop_card', 'forced_stop_card') then '{}' else array[stop_reason] end
where stop_reason is not null;

-- What carriers refused: a rule does not ask for it again every minute.
create view card_commands.v_refused_stop as
  select card_id, customer_id, added_reasons, closed_at from card_commands.card_command
  where state in ('refused', 'timedOut') and added_reasons <> '{}';
