-- An order is of up to 12 periods of a package, which itself may be of 24 records.
alter table orders.package_order
  drop constraint package_order_units_check,
  add constraint package_order_units_check check (units between 1 and 288);
alter table orders.order_line
  drop constraint order_line_unit_check,
  add constraint order_line_unit_check check (unit between 1 and 288);
