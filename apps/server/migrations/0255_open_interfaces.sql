-- What the platform says of an open interface beyond its code; no row: online, with the words of the code.
create table open_api.interface (
  name text primary key,
  state text not null,
  -- Announced: answers until this moment, and not after it.
  ends_at timestamptz,
  replaced_by text,
  announced_at timestamptz,
  -- Calls a second and key; null: only the key's own pace counts.
  calls_per_second integer,
  title_zh text,
  title_en text,
  notes_zh text,
  notes_en text,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null
);

-- The present second of each key at an interface that limits it.
create table open_api.interface_use (
  key_id bigint not null,
  interface text not null,
  second timestamptz not null,
  calls integer not null,
  primary key (key_id, interface)
);

-- How long calls took, by the hour in classes of duration, so that no percentile is read from lines.
create table open_api.call_pace (
  key_id bigint not null,
  interface text not null,
  hour timestamptz not null,
  class smallint not null,
  calls integer not null,
  primary key (key_id, interface, hour, class)
);
create index call_pace_hour on open_api.call_pace (hour);
create index call_hour_hour on open_api.call_hour (hour);
create index call_interface_failed on open_api.call (interface, at desc) where status >= 400;

-- A day's quota, and the carriers and products whose cards a key reaches; empty: all.
alter table open_api.api_key
  add column daily_quota integer,
  add column platforms smallint[] not null default '{}',
  add column product_codes text[] not null default '{}';
alter table open_api.key_use
  add column day date,
  add column calls_of_day integer not null default 0;
