-- The money of an order lies in its buyer's wallet; what was not taken in leaves it without a posting.
alter table retail_orders.retail_order add column is_taken_in boolean not null default false;
update retail_orders.retail_order set is_taken_in = true where pay_state = 2 and not is_self_collected;

-- Why money goes back, and whose decision it was; a refund that was decided by nobody has no operator.
alter table retail_orders.give_back
  add column source text,
  add column operator_id bigint,
  add column operator text,
  -- of whose customer the operator is: others do not read its name
  add column operator_customer_id bigint;
update retail_orders.give_back set source = case when cause = 'failed' then 'failed' else 'unsubscribed' end;
alter table retail_orders.give_back alter column source set not null;

-- An order that was paid and is not set up, or whose buyer asks for his money: open until it is solved.
create table retail_orders.desk_case (
  id bigint not null primary key,
  retail_order_id bigint not null references retail_orders.retail_order (id),
  account_id bigint not null,
  customer_id bigint not null,
  reason text not null,
  why_zh text,
  why_en text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  refund_at timestamptz,
  owner_id bigint,
  owner_name text,
  owner_customer_id bigint,
  opened_at timestamptz not null,
  solved_at timestamptz,
  -- setUp, refunded, rejected
  outcome text,
  constraint desk_case_solved check ((solved_at is null) = (outcome is null))
);
create unique index desk_case_open on retail_orders.desk_case (retail_order_id) where solved_at is null;
create index desk_case_of_customer on retail_orders.desk_case (customer_id, opened_at, id) where solved_at is null;
create index desk_case_next on retail_orders.desk_case (next_attempt_at) where solved_at is null;
create index desk_case_refund on retail_orders.desk_case (refund_at) where solved_at is null;

-- What an account does about its cases by itself; without a row the rule of the house.
create table retail_orders.desk_rule (
  account_id bigint not null primary key,
  customer_id bigint not null,
  retries smallint not null check (retries between 0 and 20),
  -- null: a person decides
  refund_hours smallint check (refund_hours between 1 and 720),
  version integer not null default 1,
  updated_at timestamptz not null
);

-- What a buyer asks and is answered; one at a time of an order.
create table retail_orders.refund_request (
  id bigint not null primary key,
  retail_order_id bigint not null references retail_orders.retail_order (id),
  customer_id bigint not null,
  end_user_id bigint not null,
  reason text not null,
  state text not null check (state in ('asked', 'approved', 'rejected')),
  answer text,
  decided_by text,
  asked_at timestamptz not null,
  decided_at timestamptz,
  constraint refund_request_decided check ((state = 'asked') = (decided_at is null))
);
create unique index refund_request_open on retail_orders.refund_request (retail_order_id) where state = 'asked';
create index refund_request_of_order on retail_orders.refund_request (retail_order_id, id desc);

-- What happened to an order after it was paid, in the order of time.
create table retail_orders.order_event (
  id bigint not null primary key,
  retail_order_id bigint not null references retail_orders.retail_order (id),
  customer_id bigint not null,
  kind text not null,
  words_zh text,
  words_en text,
  by_name text,
  by_customer_id bigint,
  at timestamptz not null
);
create index order_event_of_order on retail_orders.order_event (retail_order_id, id);

-- A refund that failed and was asked for again under another number: the first one of them.
alter table payments.refund add column repeats_id bigint;
create index refund_repeats on payments.refund (repeats_id) where repeats_id is not null;

-- Refunds with the payment they are of.
create view payments.v_refund as
  select f.id, coalesce(f.repeats_id, f.id) as first_id, f.refund_no, f.payment_id, f.payer_id, f.amount, f.reason, f.state,
    f.provider_no, f.said, f.refused_zh, f.refused_en, f.created_at, f.done_at, f.next_at, f.hand_reference, f.hand_by, f.hand_by_id,
    f.confirmed_by, p.scene, p.subject_id, p.trade_no, p.provider, p.merchant_id, p.collector_id, p.currency,
    p.state as payment_state, p.paid_amount
  from payments.refund f join payments.payment p on p.id = f.payment_id;
