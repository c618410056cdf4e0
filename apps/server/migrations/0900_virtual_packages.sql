-- Of a virtual package: what was bought of the plan beneath for a cycle, and from how much of it sold on a warning stands.
alter table packages.package
  add bought_bytes bigint check (bought_bytes > 0),
  add warn_percent smallint not null default 100 check (warn_percent between 1 and 1000);
