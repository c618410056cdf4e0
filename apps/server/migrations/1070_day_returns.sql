create schema day_returns;

-- A customer's profit is cashed out each night.
create table day_returns.switch (
  customer_id bigint not null primary key,
  is_on boolean not null,
  -- less is carried to the next night
  least bigint not null check (least >= 0),
  -- of China's day
  hour smallint not null check (hour between 0 and 23),
  next_at timestamptz,
  version integer not null,
  -- on whose behalf it is asked
  set_by_id bigint not null,
  set_by text not null,
  set_at timestamptz not null,
  constraint switch_next check (is_on = (next_at is not null))
);
create index switch_due on day_returns.switch (next_at, customer_id) where next_at is not null;

-- What a customer's night came to: one a day of China.
create table day_returns.item (
  id bigint not null primary key,
  day date not null,
  customer_id bigint not null,
  currency char(3) not null,
  state text not null,
  -- what was asked for, or what there was to ask for
  amount bigint not null,
  step text,
  reason text,
  why_zh text,
  why_en text,
  attempts integer not null,
  next_at timestamptz,
  cash_out_id bigint unique,
  cash_out_no text,
  -- the first time
  failed_at timestamptz,
  solved_at timestamptz,
  told integer not null default 0,
  told_at timestamptz,
  asked_by_id bigint not null,
  asked_by text not null,
  created_at timestamptz not null,
  constraint item_state check (
    state in ('due', 'waiting', 'underway', 'done', 'carried', 'failed', 'solved', 'manual')
  ),
  constraint item_next check ((state in ('due', 'waiting')) = (next_at is not null)),
  constraint item_failed check (state not in ('failed', 'solved', 'manual') or failed_at is not null),
  constraint item_underway check (state not in ('underway', 'done') or cash_out_id is not null)
);
create unique index item_of_night on day_returns.item (customer_id, day);
create index item_due on day_returns.item (next_at, id) where next_at is not null;
create index item_failures on day_returns.item (failed_at desc, id) where failed_at is not null;
create index item_day on day_returns.item (day);

-- A cash-out that nothing was sent of may be asked for once more under its number: how often it was.
alter table cash_outs.cash_out add column revived integer not null default 0;
