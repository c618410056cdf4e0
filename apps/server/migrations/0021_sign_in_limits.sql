-- The platform's figures for signing in; one row, written when the platform's settings change. Without it the defaults count.
create table identity.sign_in_limits (
  one boolean primary key default true check (one),
  captcha_seconds integer not null,
  idle_minutes integer not null,
  session_hours integer not null,
  remembered_days integer not null,
  failures smallint not null,
  lock_minutes integer not null,
  updated_at timestamptz not null
);
