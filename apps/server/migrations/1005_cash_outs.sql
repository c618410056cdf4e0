create schema cash_outs;

-- How the platform pays profit out by a method. Without a row the method is not offered.
create table cash_outs.rule (
  -- 1 WeChat, 3 bank
  method smallint not null check (method in (1, 3)),
  currency char(3) not null,
  -- through which it pays; null for the bank
  merchant_id bigint,
  least bigint not null check (least > 0),
  most bigint,
  day_most bigint,
  -- from so much on a person looks first; null: never for the amount alone
  review_from bigint,
  -- of ten thousand
  fee_rate integer not null check (fee_rate between 0 and 2000),
  tax_rate integer not null check (tax_rate between 0 and 2000),
  is_paused boolean not null,
  version integer not null,
  set_by text not null,
  set_at timestamptz not null,
  primary key (method, currency),
  constraint rule_limits check (coalesce(most, least) >= least and coalesce(day_most, least) >= least),
  constraint rule_merchant check ((method = 1) = (merchant_id is not null)),
  constraint rule_currency check (method <> 1 or currency = 'CNY')
);

-- Where a customer's profit goes. A deleted one stays for the cash-outs that name it, without its number.
create table cash_outs.receiver (
  id bigint not null primary key,
  customer_id bigint not null,
  method smallint not null check (method in (1, 3)),
  -- sealed
  account text,
  account_mask text not null,
  holder text not null,
  bank text,
  branch text,
  is_default boolean not null,
  version integer not null,
  -- added, or changed in any way
  changed_at timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint receiver_deleted check ((deleted_at is null) = (account is not null)),
  constraint receiver_bank check ((method = 3) = (bank is not null))
);
create index receiver_of_customer on cash_outs.receiver (customer_id) where deleted_at is null;
create unique index receiver_default on cash_outs.receiver (customer_id) where is_default and deleted_at is null;

create table cash_outs.cash_out (
  id bigint not null primary key,
  -- our number at the provider, for ever
  cash_out_no text not null unique check (cash_out_no ~ '^[0-9A-Z]{6,32}$'),
  customer_id bigint not null,
  kind smallint not null check (kind in (1, 2)),
  method smallint not null check (method in (1, 3)),
  receiver_id bigint not null references cash_outs.receiver (id),
  -- as it was when asked for
  receiver_mask text not null,
  holder text not null,
  bank text,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  tax bigint not null check (tax >= 0),
  net bigint not null check (net > 0),
  -- 0 to withdraw, 1 under review, 2 done, 3 failed, 4 transferring
  state smallint not null check (state between 0 and 4),
  waits_for text check (waits_for in ('review', 'queue', 'provider', 'receiver', 'payer', 'bank', 'second')),
  is_new_receiver boolean not null,
  is_large boolean not null,
  -- why it failed, or what hinders it
  reason_zh text,
  reason_en text,
  -- in the ledger
  hold_id bigint not null unique,
  hold_transaction_id bigint not null,
  end_transaction_id bigint,
  -- at the provider: fixed when it is first sent
  merchant_id bigint,
  provider_no text,
  said text,
  confirm_with text,
  sends integer not null default 0,
  sent_at timestamptz,
  -- the provider has refused it, but an earlier request may still be on its way
  is_refused boolean not null default false,
  cancel_asked_at timestamptz,
  -- at the bank
  voucher_no text,
  voucher_type text,
  paid_by_id bigint,
  paid_by text,
  confirmed_by_id bigint,
  confirmed_by text,
  checked_by_id bigint,
  checked_by text,
  checked_at timestamptz,
  asked_by_id bigint,
  asked_by text not null,
  retry_of bigint unique references cash_outs.cash_out (id),
  next_at timestamptz,
  steps integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint cash_out_net check (net = amount - fee - tax),
  constraint cash_out_ended check ((state in (2, 3)) = (ended_at is not null and end_transaction_id is not null)),
  constraint cash_out_waits check ((state in (2, 3)) = (waits_for is null)),
  constraint cash_out_sent check (method <> 1 or (merchant_id is null) = (sent_at is null)),
  constraint cash_out_two_people check (confirmed_by_id is null or confirmed_by_id is distinct from paid_by_id),
  -- at the bank nothing is done without a voucher and two people
  constraint cash_out_bank check (method <> 3 or state <> 2 or (voucher_no is not null and confirmed_by_id is not null))
);
create index cash_out_of_customer on cash_outs.cash_out (customer_id, created_at desc);
create index cash_out_due on cash_outs.cash_out (next_at, id) where next_at is not null;
create index cash_out_open on cash_outs.cash_out (created_at) where state in (0, 1, 4);
create index cash_out_of_receiver on cash_outs.cash_out (receiver_id);
create unique index cash_out_provider_no on cash_outs.cash_out (merchant_id, provider_no) where provider_no is not null;
create unique index cash_out_voucher on cash_outs.cash_out (voucher_no) where voucher_no is not null;

-- What of other rooms explains a cash-out.
create view profit_sharing.v_entry as
  select id, customer_id, order_id, package_name, payer_id, currency, kind, state, amount, at from profit_sharing.entry;
create view payment_providers.v_call as
  select id, merchant_id, subject, at, operation, outcome, provider_words from payment_providers.call;
alter table payments.notice add column transfer_no text;
create index notice_of_transfer on payments.notice (transfer_no) where transfer_no is not null;
create view payments.v_transfer_notice as
  select id, merchant_id, transfer_no, event, said, came, at from payments.notice where transfer_no is not null;
