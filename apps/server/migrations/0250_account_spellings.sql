-- Signing in by the phone or e-mail of an account; what several accounts share stands for none of them.
create index account_phone on identity.account (phone) where deleted_at is null;
create index account_email on identity.account (lower(email)) where deleted_at is null;
