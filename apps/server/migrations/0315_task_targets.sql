-- Where a task's cards are named by a question (a filter, a segment, a set) the question is kept, to be asked once more.
alter table tasks.task add column selection_source jsonb;

-- What a task was to be done to, whatever became of it: read by the room of the targets when the task is copied.
create view tasks.v_target as
select i.task_id, i.seq, i.target, i.target_id, t.customer_id
from tasks.task_item i
join tasks.task t on t.id = i.task_id;
