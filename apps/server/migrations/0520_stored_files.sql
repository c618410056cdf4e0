-- Files that another process may need: sheets that wait to be read, and exports. In pieces, so that they are streamed both
-- ways. They are compressed already; trying again would only cost time.
create table runtime.stored_file (
  name text primary key,
  bytes bigint not null,
  stored_at timestamptz not null
);

create table runtime.stored_file_piece (
  name text not null references runtime.stored_file (name) on delete cascade,
  at integer not null,
  content bytea not null,
  primary key (name, at)
);
alter table runtime.stored_file_piece alter column content set storage external;
