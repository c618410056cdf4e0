create schema control;

-- Tiers of used volume to speeds. Nothing is limited by them alone.
create table control.limit_strategy (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  platform smallint not null,
  type smallint not null check (type in (1, 2, 3)),
  -- [{month, afterBytes, kbps}], by month
  tiers jsonb not null check (jsonb_typeof(tiers) = 'array'),
  reset text not null check (reset in ('cycle', 'recordEnd', 'never')),
  is_enabled boolean not null,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint limit_strategy_name unique (customer_id, name)
);
