-- A phone or an e-mail signs in the account it is verified for; what is not verified is a contact only.
alter table identity.account
  add column phone_verified_at timestamptz,
  add column email_verified_at timestamptz,
  add constraint account_verified_contacts check (
    (phone is not null or phone_verified_at is null) and (email is not null or email_verified_at is null));

-- A login name with the form of a contact no longer signs in by itself, so it becomes the verified contact of its account.
update identity.account set phone = account, phone_verified_at = now()
where deleted_at is null and account ~ '^1[3-9][0-9]{9}$';
update identity.account set email = account, email_verified_at = now()
where deleted_at is null and length(account) >= 5 and account ~
  '^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$';

-- So far a contact signed in whoever alone had it.
update identity.account a set phone_verified_at = now()
where a.deleted_at is null and a.phone is not null and a.phone_verified_at is null and not exists (
  select from identity.account o where o.phone = a.phone and o.id <> a.id and o.deleted_at is null);
update identity.account a set email_verified_at = now()
where a.deleted_at is null and a.email is not null and a.email_verified_at is null and not exists (
  select from identity.account o where lower(o.email) = lower(a.email) and o.id <> a.id and o.deleted_at is null);

create unique index account_phone_verified on identity.account (phone)
  where deleted_at is null and phone_verified_at is not null;
create unique index account_email_verified on identity.account (lower(email))
  where deleted_at is null and email_verified_at is not null;
drop index if exists identity.account_phone, identity.account_email;
