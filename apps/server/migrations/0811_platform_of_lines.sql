-- The carrier family of the package, so that lines of hidden families are left out of a count without reading their orders.
alter table orders.order_line add column platform smallint;
update orders.order_line l set platform = p.platform
  from orders.package_order o join packages.package p on p.id = o.package_id where o.id = l.order_id;
alter table orders.order_line alter column platform set not null;
