-- Tags of a customer on chips, as on cards: each sees its own alone.
create table esim.chip_tag (
  eid text not null,
  tag_id bigint not null,
  customer_id bigint not null,
  primary key (eid, tag_id)
);
create index chip_tag_tag on esim.chip_tag (tag_id, eid);
