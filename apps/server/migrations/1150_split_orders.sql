create schema split_orders;

-- Whom a merchant can pay a part of a payment after it was paid: a customer below, registered at the provider.
create table split_orders.receiver (
  id bigint not null primary key,
  merchant_id bigint not null,
  -- whose merchant it is
  owner_id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('merchant', 'person')),
  -- sealed, with what is shown of them
  account text not null,
  account_mask text not null,
  holder text not null,
  holder_mask text not null,
  state text not null check (state in ('registered', 'lost', 'removed')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index receiver_once on split_orders.receiver (merchant_id, customer_id) where state <> 'removed';
create index receiver_of_customer on split_orders.receiver (customer_id);

-- How much of a payment a merchant may split, in ten-thousandths, where it is not the provider's usual.
create table split_orders.merchant_ratio (
  merchant_id bigint not null primary key,
  owner_id bigint not null,
  ratio integer not null check (ratio between 1 and 10000),
  version integer not null,
  updated_at timestamptz not null
);

-- A payment that is frozen at its merchant until nothing more of it is to be split.
create table split_orders.payment (
  payment_id bigint not null primary key,
  merchant_id bigint not null,
  owner_id bigint not null,
  -- the package order behind it, once it is placed
  order_id bigint,
  state text not null check (state in ('frozen', 'unfrozen', 'ended')),
  unfreeze_by timestamptz not null,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_next check ((state = 'frozen') = (next_at is not null))
);
create index payment_of_order on split_orders.payment (order_id) where order_id is not null;
create index payment_due on split_orders.payment (next_at) where next_at is not null;

-- One request to the provider: it splits what was released at once, or only unfreezes the rest.
create table split_orders.split (
  id bigint not null primary key,
  split_no text not null unique,
  payment_id bigint not null references split_orders.payment (payment_id),
  merchant_id bigint not null,
  owner_id bigint not null,
  kind text not null check (kind in ('split', 'unfreeze')),
  unfreezes boolean not null,
  state text not null check (state in ('waiting', 'sent', 'done', 'refused', 'cancelled')),
  provider_no text,
  said text,
  reason_zh text,
  reason_en text,
  sends integer not null default 0,
  sent_at timestamptz,
  -- the last request was refused; what was sent before may still arrive
  is_refused boolean not null default false,
  steps integer not null default 0,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint split_sent check (state not in ('sent', 'done', 'refused') or sends > 0),
  constraint split_next check ((state in ('waiting', 'sent')) = (next_at is not null)),
  constraint split_ended check ((state in ('waiting', 'sent')) = (ended_at is null))
);
create index split_of_payment on split_orders.split (payment_id);
create index split_due on split_orders.split (next_at) where next_at is not null;

-- What one level is paid by it: held from its profit, then paid or left as it is.
create table split_orders.part (
  id bigint not null primary key,
  -- null: it was left without asking the provider
  split_id bigint references split_orders.split (id),
  payment_id bigint not null references split_orders.payment (payment_id),
  order_id bigint not null,
  customer_id bigint not null,
  receiver_id bigint not null references split_orders.receiver (id),
  -- of profit_sharing
  entry_ids bigint[] not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  state text not null check (state in ('held', 'paid', 'left')),
  hold_id bigint,
  -- the posting by which it was paid
  transaction_id bigint,
  said text,
  reason_zh text,
  reason_en text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint part_held check (state = 'left' or (hold_id is not null and split_id is not null)),
  constraint part_paid check ((state = 'paid') = (transaction_id is not null)),
  constraint part_ended check ((state = 'held') = (ended_at is null))
);
create index part_of_split on split_orders.part (split_id) where split_id is not null;
create index part_of_payment on split_orders.part (payment_id);
create index part_of_customer on split_orders.part (customer_id, id);
create index part_of_entry on split_orders.part using gin (entry_ids);

-- What a level gives back of it because of a refund.
create table split_orders.give_back (
  id bigint not null primary key,
  return_no text not null unique,
  part_id bigint not null references split_orders.part (id),
  payment_id bigint not null references split_orders.payment (payment_id),
  refund_id bigint not null,
  merchant_id bigint not null,
  customer_id bigint not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('waiting', 'sent', 'done', 'owed')),
  provider_no text,
  transaction_id bigint,
  said text,
  reason_zh text,
  reason_en text,
  sends integer not null default 0,
  sent_at timestamptz,
  is_refused boolean not null default false,
  steps integer not null default 0,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint give_back_done check ((state = 'done') = (transaction_id is not null)),
  constraint give_back_next check ((state in ('waiting', 'sent')) = (next_at is not null))
);
create index give_back_of_payment on split_orders.give_back (payment_id);
create index give_back_of_part on split_orders.give_back (part_id);
create index give_back_due on split_orders.give_back (next_at) where next_at is not null;
