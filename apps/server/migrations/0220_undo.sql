-- A finished batch is taken back by another task, which points at it. One at a time: until nothing of the one is open any
-- more, a second one of the same batch is refused by the index, whoever comes first.
alter table tasks.task add column undoes_task_id bigint references tasks.task (id);
create index task_undoes on tasks.task (undoes_task_id) where undoes_task_id is not null;
create unique index task_undo_open on tasks.task (undoes_task_id)
  where undoes_task_id is not null and drained_at is null;

-- What was done to each target, with its values before and after: read by the room that did it.
create view tasks.v_done_item as
select i.task_id, i.seq, i.target, i.target_id, i.before, i.after, i.settled_at, t.customer_id
from tasks.task_item i
join tasks.task t on t.id = i.task_id
where i.state = 'done';
