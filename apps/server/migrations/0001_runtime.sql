-- What the running program itself keeps. The ledger of migrations (runtime.migration) is made by the migrator.

-- Trigram search finds a card by any fragment of its identifiers.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- One known sentence sealed with each key that ever sealed here: a wrong SECRETS_KEY is noticed at start.
CREATE TABLE runtime.secret_canary (
  key_id text PRIMARY KEY,
  sealed text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);
REVOKE UPDATE, DELETE ON runtime.secret_canary FROM cardinal_app;
