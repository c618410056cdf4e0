-- More of how the accounts of a customer sign in: null and empty are «as the platform has it».
alter table identity.sign_in_rule
  add column idle_minutes integer,
  add column password_days integer,
  add column addresses text[] not null default '{}';
