-- How many packages on cards run or wait, by package and version; and whether a package was ever ordered.
create index package_usage_open on orders.package_usage (package_id, package_version_id) where state in (0, 1);
create index package_order_of_package on orders.package_order (package_id);
