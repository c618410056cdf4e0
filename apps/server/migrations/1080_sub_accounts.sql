create schema sub_accounts;

-- An account at a provider that splits payments, opened by a merchant for one of its owner's children.
create table sub_accounts.account (
  id bigint not null primary key,
  merchant_id bigint not null,
  -- whose merchant it is
  owner_id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('personal', 'company')),
  holder text not null,
  -- sealed, with what is shown of them
  id_number text not null,
  phone text not null,
  phone_mask text not null,
  bank_card text not null,
  card_mask text not null,
  -- ours, by which the provider knows it
  user_no text not null,
  apply_no text not null,
  -- sealed; belongs to the code that was sent, null once it was taken
  token text,
  state text not null,
  said text not null,
  asked_at timestamptz not null,
  balance bigint,
  split_rule text not null default 'none' check (split_rule in ('none', 'margin')),
  failure_zh text,
  failure_en text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sub_account_state check (state in ('waitsForCode', 'pending', 'reviewing', 'open', 'paused', 'closed', 'unknown')),
  unique (merchant_id, user_no)
);
create unique index sub_account_once on sub_accounts.account (merchant_id, customer_id) where state <> 'closed';
create index sub_account_of_customer on sub_accounts.account (customer_id);

-- What a level gets of a payment at its source, fixed when the payment begins.
create table sub_accounts.split (
  id bigint not null primary key,
  payment_id bigint not null,
  account_id bigint not null references sub_accounts.account (id),
  customer_id bigint not null,
  merchant_id bigint not null,
  owner_id bigint not null,
  user_no text not null,
  amount bigint not null check (amount > 0),
  -- the package order behind the payment, once it is placed
  order_id bigint,
  -- how much of it was posted as profit that is paid out, and how much of that given back
  posted bigint not null default 0,
  given_back bigint not null default 0,
  -- how much of it refunds took back, or are taking
  taken_back bigint not null default 0,
  created_at timestamptz not null,
  unique (payment_id, customer_id),
  constraint split_posted check (posted between 0 and amount),
  constraint split_given_back check (given_back between 0 and posted),
  constraint split_taken_back check (taken_back between 0 and amount)
);
create index split_of_order on sub_accounts.split (order_id) where order_id is not null;
create index split_of_account on sub_accounts.split (account_id);

-- What a level gives back of it: first where its profit is reversed, then as a part of the refund that takes it.
create table sub_accounts.take_back (
  id bigint not null primary key,
  split_id bigint not null references sub_accounts.split (id),
  payment_id bigint not null,
  customer_id bigint not null,
  amount bigint not null check (amount > 0),
  -- the reversal of which it is a part, and what that gives back in all; null where no profit was posted
  batch text,
  batch_total bigint,
  -- under which refund it is taken: the first of those that repeat each other
  refund_id bigint,
  -- the customer owes it, because a person returned the money by hand
  owed_at timestamptz,
  created_at timestamptz not null,
  constraint take_back_batch check ((batch is null) = (batch_total is null) and (batch is not null or refund_id is not null))
);
create index take_back_of_payment on sub_accounts.take_back (payment_id);
create index take_back_of_refund on sub_accounts.take_back (refund_id) where refund_id is not null;
create index take_back_of_split on sub_accounts.take_back (split_id);
