-- A custom package is put together from so many records of a base its maker holds; its terms are those of one record.
alter table packages.package
  add base_package_id bigint references packages.package,
  add constraint package_base check ((origin = 'custom') = (base_package_id is not null));
create index package_of_base on packages.package (base_package_id) where base_package_id is not null;
alter table packages.package_version
  add units smallint not null default 1 check (units between 1 and 24);

-- So many records a card gets with one package. A line is one record: those after a card's first are written when it gets them.
alter table orders.package_order
  add units smallint not null default 1 check (units between 1 and 24);
alter table orders.order_line
  add unit smallint not null default 1 check (unit between 1 and 24),
  drop constraint order_line_order_id_card_id_key,
  add constraint order_line_once unique (order_id, card_id, unit);
