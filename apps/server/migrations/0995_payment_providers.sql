create schema payment_providers;

-- An account of a customer at a payment provider, through which it collects money.
create table payment_providers.merchant (
  id bigint not null primary key,
  customer_id bigint not null,
  provider smallint not null,
  name text not null,
  base_url text not null,
  -- where the provider's notices arrive: our own address as the provider reaches it
  notice_base_url text not null,
  -- the merchant's number at the provider
  merchant_no text not null,
  -- sealed JSON; never leaves the server
  credentials text not null,
  -- {field: how it is shown}
  credential_hints jsonb not null,
  credentials_set_at timestamptz not null,
  credentials_set_by text not null,
  certificate_serial text,
  certificate_ends timestamptz,
  -- what the provider keeps of a payment, in per cent
  fee_percent numeric(6, 4) not null default 0 check (fee_percent between 0 and 5),
  -- whether new payments may go through it; payments and refunds under way always do
  is_enabled boolean not null,
  -- of the gate: off once it is deleted
  state text not null default 'on' check (state in ('on', 'paused', 'off')),
  state_reason text,
  calls_per_second numeric(8, 3) not null check (calls_per_second > 0),
  in_flight integer not null check (in_flight > 0),
  calls_per_day integer check (calls_per_day > 0),
  timeout_ms integer not null check (timeout_ms > 0),
  zone text not null,
  -- when the provider last accepted these credentials
  proved_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index merchant_name_once on payment_providers.merchant (customer_id, lower(name)) where state <> 'off';
create unique index merchant_number_once on payment_providers.merchant (provider, merchant_no) where state <> 'off';

-- What moves with every call, as at the carriers' gate. Shared by all processes, one row a merchant.
create table payment_providers.gate (
  account_id bigint not null primary key,
  slots jsonb not null default '[]',
  day date,
  calls_today integer not null default 0,
  failures integer not null default 0,
  opened integer not null default 0,
  open_until timestamptz,
  open_zh text,
  open_en text,
  last_ok_at timestamptz
);

-- One row a call, without secrets and bodies.
create table payment_providers.call (
  id bigint not null,
  at timestamptz not null,
  merchant_id bigint not null,
  operation text not null,
  attempt smallint not null,
  -- our number of the payment or the refund
  subject text,
  outcome text not null,
  duration_ms integer not null,
  http_status smallint,
  provider_code text,
  provider_words text,
  reference text,
  request_id text,
  primary key (id, at)
) partition by range (at);
create index call_of_merchant on payment_providers.call (merchant_id, at desc, id desc);
create index call_subject on payment_providers.call (subject, at desc) where subject is not null;

create view payment_providers.v_merchant as
  select id, customer_id, provider, name, merchant_no, is_enabled and state = 'on' as is_enabled, state from payment_providers.merchant;
