-- Which line stands for what a task left before lines were folded. History itself is never altered, so the older fold stands
-- here: found task by task in the background, the newest first.
alter table cards.event_fold add column lead_id bigint;

-- How far that walk has come.
create table cards.event_fold_walk (
  one boolean primary key default true check (one),
  task_id bigint not null,
  customer_id bigint not null,
  is_over boolean not null default false
);
