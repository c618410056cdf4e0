-- What other rooms show of a package beside its name.
create view packages.v_package as select id, code, name, platform, type from packages.package;
revoke insert, update, delete on packages.v_package from cardinal_app;

-- Lists begin at the newest, of everybody and of one customer.
drop index orders.order_line_of_customer;
create index order_line_of_customer on orders.order_line (customer_id, created_at desc, id desc);
create index order_line_at on orders.order_line (created_at desc, id desc);
drop index orders.unsubscription_of_customer;
create index unsubscription_of_customer on orders.unsubscription (customer_id, created_at desc, id desc);
create index unsubscription_at on orders.unsubscription (created_at desc, id desc);
create index unsubscription_of_order on orders.unsubscription (order_id);
create index unsubscription_of_iccid on orders.unsubscription (iccid);
