-- What failed of each finished task and why: read by the room of the targets when it is asked for once more.
create view tasks.v_failed_item as
select i.task_id, i.seq, i.target, i.target_id, i.details, i.words_zh, i.words_en, t.customer_id
from tasks.task_item i
join tasks.task t on t.id = i.task_id
where i.state = 'failed' and t.drained_at is not null;
