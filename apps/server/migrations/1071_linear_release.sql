-- Profit that is released in equal parts, one each day of China.
alter table profit_sharing.release_rule drop constraint release_rule_known;
alter table profit_sharing.release_rule add constraint release_rule_known check (
  (rule in ('realTime', 'daily') and days = 0)
  or (rule = 'afterDays' and days between 1 and 90)
  or (rule = 'linearByDay' and days between 2 and 366)
);

alter table profit_sharing.entry
  -- of a linear one: in how many; 0 once it was decided to release the rest at once
  add column parts smallint,
  -- of a linear one: how much of it was released so far
  add column released bigint not null default 0,
  add constraint profit_entry_parts check ((rule = 'linearByDay') = (parts is not null) and coalesce(parts, 0) >= 0),
  add constraint profit_entry_released check (released >= 0 and (state <> 'frozen' or released <= amount - reversed));

-- What was released of a linear profit at a time; below zero: taken back.
create table profit_sharing.release_part (
  id bigint not null primary key,
  entry_id bigint not null references profit_sharing.entry (id),
  customer_id bigint not null,
  amount bigint not null check (amount <> 0),
  -- the first of its entry: what was sold is counted with it
  is_first boolean not null,
  release_key text not null,
  at timestamptz not null
);
create unique index release_part_first on profit_sharing.release_part (entry_id) where is_first;
create index release_part_of_entry on profit_sharing.release_part (entry_id);
create index release_part_of_customer on profit_sharing.release_part (customer_id, at);
