-- The second step of signing in: one shared secret an account, sealed. It counts once it was proved (`since`); until then
-- it is an enrolment nobody finished. A code is good once: `last_step` is the step of the last one used.
create table identity.two_step (
  account_id bigint primary key references identity.account (id),
  customer_id bigint not null,
  sealed text not null,
  since timestamptz,
  last_step bigint not null default 0,
  -- hashes of what is left of the recovery codes
  recovery_hashes text[] not null default '{}',
  began_at timestamptz not null
);

-- The password was right, the code is asked for. Only the hash of a ticket is here.
create table identity.sign_in_ticket (
  token_hash bytea primary key,
  account_id bigint not null references identity.account (id),
  customer_id bigint not null,
  is_remembered boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_ticket_expires on identity.sign_in_ticket (expires_at);
