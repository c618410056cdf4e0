-- Since when nothing of the lane could be asked, through all the times it was tried in between.
alter table tasks.task_lane add column held_since timestamptz;
