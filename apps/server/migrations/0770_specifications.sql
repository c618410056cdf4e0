-- Named volumes, call times and periods of which packages are put together.
create table packages.flow_spec (
  id bigint not null primary key,
  name text not null,
  value text,
  unit text not null check (unit in ('KB', 'MB', 'GB', 'TB', 'unlimited')),
  -- null: unlimited
  bytes bigint check (bytes > 0),
  direction text not null check (direction in ('general', 'targeted')),
  platforms smallint[] not null,
  sort integer not null,
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint flow_spec_unlimited check ((bytes is null) = (unit = 'unlimited'))
);
create unique index flow_spec_volume on packages.flow_spec (coalesce(bytes, -1), direction);

create table packages.voice_spec (
  id bigint not null primary key,
  name text not null,
  minutes integer check (minutes > 0),
  sms_count integer check (sms_count > 0),
  step smallint not null check (step in (1, 6, 60)),
  direction text not null check (direction in ('any', 'fixed', 'callerOnly')),
  numbers text[] not null,
  sort integer not null,
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint voice_spec_of_something check (minutes is not null or sms_count is not null)
);
create unique index voice_spec_calls on packages.voice_spec (coalesce(minutes, 0), coalesce(sms_count, 0), step, direction, numbers);

create table packages.period_spec (
  id bigint not null primary key,
  name text not null,
  unit smallint not null check (unit in (1, 2)),
  count integer not null check (count > 0),
  boundary smallint not null check (boundary in (1, 2, 3)),
  reset smallint not null check (reset in (1, 2)),
  sort integer not null,
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint period_spec_days check (unit = 1 or boundary = 3)
);
create unique index period_spec_period on packages.period_spec (unit, count, boundary, reset);
