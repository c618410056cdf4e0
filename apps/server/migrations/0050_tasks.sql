create schema tasks;

-- Everything that takes longer than a click. Local: lists, leases and counters need one node.
create table tasks.task (
  id bigint not null primary key,
  task_no text not null unique,
  type_code integer not null,
  action_code text not null,
  kind smallint not null,
  title_zh text not null,
  title_en text not null,
  customer_id bigint not null,
  -- null: started by the system
  account_id bigint,
  account_name text not null default '',
  source text not null,
  language text not null default 'zh_CN',
  selection_id bigint,
  selection_zh text,
  selection_en text,
  parameters jsonb not null default '{}',
  priority smallint not null default 0,
  not_before timestamptz,
  state text not null default 'untreated'
    check (state in ('untreated', 'processing', 'waiting', 'completed', 'failed', 'cancelled')),
  is_paused boolean not null default false,
  -- false: the action still has to say what the items are
  is_loaded boolean not null,
  -- waiting and being worked on = total - done - failed - skipped - confirming
  total integer not null default 0 check (total >= 0),
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  confirming integer not null default 0 check (confirming >= 0),
  currency text,
  reserved bigint,
  charged bigint not null default 0,
  returned bigint not null default 0,
  -- where an action without items goes on after its worker died
  checkpoint jsonb,
  failure_code text,
  failure_zh text,
  failure_en text,
  approval text not null default 'none' check (approval in ('none', 'pending', 'passed', 'rejected')),
  checked_by bigint,
  checked_by_name text,
  checked_at timestamptz,
  check_note text,
  parent_task_id bigint references tasks.task (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- final and nothing asked of a carrier is open any more
  drained_at timestamptz,
  announced_at timestamptz,
  check (done + failed + skipped + confirming <= total)
);
create index task_customer on tasks.task (customer_id, id desc);
create index task_created on tasks.task (created_at desc, id desc);
create index task_parent on tasks.task (parent_task_id) where parent_task_id is not null;
create index task_open on tasks.task (id) where state in ('untreated', 'processing', 'waiting');

-- One target of a task. A task has one action, so the unique target keeps that action from being done twice to it; the
-- target stands first in it, so that it also finds the tasks a number is in.
create table tasks.task_item (
  task_id bigint not null references tasks.task (id),
  seq integer not null,
  target text not null,
  target_id bigint,
  -- what cannot go on when one of it is stuck: a carrier account, or '' for work of our own
  lane text not null default '',
  details jsonb,
  state text not null default 'waiting'
    check (state in ('waiting', 'processing', 'confirming', 'done', 'failed', 'skipped')),
  attempts smallint not null default 0,
  -- which turn works on it; a turn whose lease has passed to another may write nothing
  token bigint,
  reference text,
  code text,
  words_zh text,
  words_en text,
  before jsonb,
  after jsonb,
  amount bigint,
  taken_at timestamptz,
  settled_at timestamptz,
  primary key (task_id, seq),
  unique (target, task_id)
);
create index task_item_waiting on tasks.task_item (task_id, lane, seq) where state = 'waiting';
create index task_item_processing on tasks.task_item (task_id, lane, seq) where state = 'processing';
create index task_item_trouble on tasks.task_item (task_id, code) where state in ('failed', 'skipped');

-- The part of a task that goes through one lane, worked on by one turn at a time.
create table tasks.task_lane (
  task_id bigint not null references tasks.task (id),
  lane text not null,
  customer_id bigint not null,
  action_code text not null,
  priority smallint not null default 0,
  is_open boolean not null default true,
  token bigint,
  worker text,
  leased_until timestamptz,
  -- fair share: whoever had a turn longest ago is next; the token of that turn, for tokens only grow
  last_turn bigint,
  held_until timestamptz,
  held_zh text,
  held_en text,
  -- turns that ended in an error of ours since the last one that did not
  faults smallint not null default 0,
  primary key (task_id, lane)
);
create index task_lane_open on tasks.task_lane (customer_id, last_turn) where is_open;
create index task_lane_leased on tasks.task_lane (lane) where leased_until is not null;

-- What happened to a task as a whole; lines of workers are for the platform's eyes.
create table tasks.task_log (
  id bigint not null primary key,
  task_id bigint not null references tasks.task (id),
  at timestamptz not null,
  event text not null,
  words_zh text not null,
  words_en text not null,
  account_id bigint,
  account_name text,
  worker text,
  is_internal boolean not null default false
);
create index task_log_task on tasks.task_log (task_id, id);
