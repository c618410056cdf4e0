create schema setup;

-- The code that protects the set-up, encrypted. It is made at the first start without an account and deleted with its use.
create table setup.code (
  one boolean primary key default true check (one),
  sealed text not null
);
