create schema statements;

-- A provider's statement of one day of a merchant: fetched until it is there, looked at again afterwards.
create table statements.day (
  id bigint not null primary key,
  merchant_id bigint not null,
  customer_id bigint not null,
  day date not null,
  -- waiting; read; lost: the provider did not give it for so long that it is not asked any more
  state text not null check (state in ('waiting', 'read', 'lost')),
  -- of what it said, so that the same file again changes nothing
  digest text,
  lines integer not null default 0,
  reads integer not null default 0,
  tries integer not null default 0,
  -- how often the provider gave another file than before
  changes integer not null default 0,
  changed_at timestamptz,
  said_zh text,
  said_en text,
  read_at timestamptz,
  matched_at timestamptz,
  -- when to act next; null where nothing is left to do
  next_at timestamptz,
  unique (merchant_id, day),
  constraint day_read check ((state = 'read') = (read_at is not null and digest is not null))
);
create index day_due on statements.day (next_at, id) where next_at is not null;
create index day_of_customer on statements.day (customer_id, day desc);

create table statements.line (
  id bigint not null primary key,
  merchant_id bigint not null,
  customer_id bigint not null,
  day date not null,
  kind text not null check (kind in ('payment', 'refund')),
  -- our number, as the provider wrote it; empty where it has none
  our_no text not null,
  provider_no text not null,
  currency char(3) not null,
  amount bigint not null,
  -- what the provider kept (negative: gave back); null where it does not say
  fee bigint,
  at timestamptz not null,
  -- how often the file lists it
  times smallint not null check (times > 0),
  -- which payment or refund of ours it is
  payment_id bigint,
  refund_id bigint,
  unique (merchant_id, day, kind, provider_no),
  constraint line_refund check (refund_id is null or payment_id is not null)
);
create index line_our_no on statements.line (merchant_id, our_no) where our_no <> '';
create index line_provider_no on statements.line (merchant_id, provider_no);
create index line_payment on statements.line (payment_id) where payment_id is not null;

-- Theirs, ours and the fee of a day in one currency, and what of the fee is posted.
create table statements.day_sum (
  merchant_id bigint not null,
  day date not null,
  currency char(3) not null,
  customer_id bigint not null,
  came bigint not null,
  returned bigint not null,
  our_came bigint not null,
  our_returned bigint not null,
  fee bigint not null,
  fee_posted bigint not null default 0,
  postings smallint not null default 0,
  transaction_id bigint,
  primary key (merchant_id, day, currency),
  constraint day_sum_posted check ((fee_posted = 0) = (transaction_id is null))
);

-- Where their statement and our records do not agree; open until it is solved, by itself or by a person who says why.
create table statements.difference (
  id bigint not null primary key,
  merchant_id bigint not null,
  customer_id bigint not null,
  day date not null,
  kind text not null check (kind in ('missingHere', 'missingThere', 'amount', 'currency', 'state', 'twice')),
  line_kind text not null check (line_kind in ('payment', 'refund')),
  our_no text not null,
  provider_no text not null,
  their_amount bigint,
  their_currency char(3),
  our_amount bigint,
  our_currency char(3),
  our_state text,
  payment_id bigint,
  refund_id bigint,
  opened_at timestamptz not null,
  solution text check (solution in ('explained', 'laterFile', 'laterAnswer')),
  solved_at timestamptz,
  reason text,
  decided_by text,
  decided_by_id bigint,
  constraint difference_sides check (their_amount is not null or our_amount is not null),
  constraint difference_solved check ((solution is null) = (solved_at is null)),
  constraint difference_explained check ((solution is not distinct from 'explained') = (reason is not null and decided_by is not null))
);
-- One of a kind about one thing is open at a time.
create unique index difference_open on statements.difference (merchant_id, day, kind, line_kind, our_no, provider_no) where solution is null;
create index difference_of_day on statements.difference (merchant_id, day);
create index difference_of_customer on statements.difference (customer_id, id desc);

-- What statements are matched with.
create view payments.v_payment as
  select id, trade_no, scene, subject_id, payer_id, collector_id, provider, merchant_id, currency, amount, state, provider_no,
    paid_amount, paid_currency, paid_at, created_at
  from payments.payment;
create index payment_of_merchant on payments.payment (merchant_id, paid_at) where paid_at is not null;
create index refund_ended on payments.refund (done_at) where done_at is not null;
create index refund_provider_no on payments.refund (provider_no) where provider_no is not null;
create or replace view payment_providers.v_merchant as
  select id, customer_id, provider, name, merchant_no, is_enabled and state = 'on' as is_enabled, state, created_at
  from payment_providers.merchant;
