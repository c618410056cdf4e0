-- What other rooms read of the tree's version and of sign-ins.
create view customers.v_tree_version as select version from customers.tree_version;

create or replace view identity.v_account as
  select id, account, name, customer_id, status, last_login_at from identity.account;
