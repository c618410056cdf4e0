-- From where calls are signed with each secret; begun anew for those before it when a key is rotated.
create table open_api.secret_use (
  secret_id bigint not null references open_api.key_secret (id) on delete cascade,
  address text not null,
  calls integer not null,
  last_at timestamptz not null,
  primary key (secret_id, address)
);
