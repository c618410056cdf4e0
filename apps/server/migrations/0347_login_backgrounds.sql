-- What stands behind the login of a host, in place of the plain ground.
create table settings.login_background (
  host text primary key,
  type text not null,
  content bytea not null,
  -- Changes with the content, so that browsers may keep what they have.
  version text not null,
  updated_by text not null,
  updated_at timestamptz not null
);
