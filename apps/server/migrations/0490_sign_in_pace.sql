-- The devices an account has signed in from: strangers' failures never lock them out.
create table identity.known_device (
  account_id bigint not null references identity.account (id),
  customer_id bigint not null,
  device_hash bytea not null,
  last_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index known_device_last on identity.known_device (last_at);

-- A remembered session ends when it has been idle for so long.
alter table identity.sign_in_limits add column remembered_idle_days integer not null default 7;

comment on table identity.lockout is
  'Failed sign-ins by name and address. An empty address stands for all addresses, an empty name for all names.';
