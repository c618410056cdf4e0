-- Which parts of the demo's world stand; a part that was cut off is made again.
create table runtime.demo (
  part text primary key,
  made_at timestamptz not null
);
