-- What a package costs the platform is the reserve of its step, unknown where it is kept in another currency than the order's; the
-- platform may sell below it, nobody else may. Orders from before know neither.
alter table orders.order_step
  alter column reserve drop not null,
  alter column margin drop not null,
  drop constraint order_step_margin,
  add constraint order_step_margin check (
    (margin = price - reserve and (margin >= 0 or level = 0)) or (level = 0 and reserve is null and margin is null));
update orders.order_step set reserve = null, margin = null where level = 0 and reserve = 0;
