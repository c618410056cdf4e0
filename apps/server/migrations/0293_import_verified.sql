-- Code numbers of a sheet held against what their SM-DP+ says of them, before anything is written.
alter table esim.import_batch
  add column verify_task_id bigint,
  -- rows the SM-DP+ has been asked about, and when all had been
  add column verified integer not null default 0,
  add column verified_at timestamptz;
