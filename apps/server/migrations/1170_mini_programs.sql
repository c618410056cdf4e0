-- A mini-program is an account at WeChat like a public account, with users and listings of its own.
alter table public_accounts.account
  add column kind text not null default 'publicAccount' check (kind in ('publicAccount', 'miniProgram'));
create or replace view public_accounts.v_account as
  select id, customer_id, name, is_enabled, kind, appid, api_base_url from public_accounts.account;

create schema mini_programs;

-- Through whom a mini-program is paid, for what it sells.
create table mini_programs.pay_route (
  id bigint not null primary key,
  -- the owner of the program
  customer_id bigint not null,
  account_id bigint not null,
  account_type text not null check (account_type in ('DEVICE', 'CLOUD_STORAGE')),
  -- whose merchants these are
  collector_id bigint not null,
  merchant_id bigint not null,
  backup_id bigint,
  -- whether goods that are not shipped are sold on an iPhone too
  sells_on_ios boolean not null,
  is_enabled boolean not null default true,
  tested_at timestamptz,
  test_is_ok boolean,
  -- what WeChat said: what the payment begun for the test was, or why there is none
  test_zh text,
  test_en text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pay_route_once unique (account_id, account_type),
  constraint pay_route_backup check (backup_id <> merchant_id),
  constraint pay_route_test check ((tested_at is null) = (test_is_ok is null))
);
create index pay_route_of_customer on mini_programs.pay_route (customer_id);
create index pay_route_by_merchant on mini_programs.pay_route (merchant_id);
create index pay_route_by_backup on mini_programs.pay_route (backup_id) where backup_id is not null;

-- A payment begun in a mini-program names its route instead of an account of a payment route.
alter table payments.payment
  add column program_route_id bigint,
  drop constraint payment_way,
  add constraint payment_way check (num_nonnulls(collecting_account_id, program_route_id) = 1 or contract_no is not null);
create index payment_of_program on payments.payment (program_route_id, paid_at) where program_route_id is not null;
create or replace view payments.v_payment as
  select id, trade_no, scene, subject_id, payer_id, collector_id, provider, merchant_id, currency, amount, state, provider_no,
    paid_amount, paid_currency, paid_at, created_at, program_route_id
  from payments.payment;
