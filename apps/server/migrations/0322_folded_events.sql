-- Of the lines a task leaves in the histories of a customer's cards one stands for all of them: a list shows it alone and
-- unfolds it. Lines from before stand for themselves.
create table cards.event_fold (
  task_id bigint not null,
  customer_id bigint not null,
  primary key (task_id, customer_id)
);

alter table cards.card_event add column is_lead boolean not null default true;
create index card_event_lead on cards.card_event (at, id) where is_lead;
create index card_event_customer_lead on cards.card_event (customer_id, at, id) where is_lead;
drop index cards.card_event_task;
create index card_event_task on cards.card_event (task_id, customer_id, at, id) where task_id is not null;
