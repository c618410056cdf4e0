-- Registers of packages ask what was ordered lately.
drop index orders.package_order_of_package;
create index package_order_of_package on orders.package_order (package_id, created_at);
