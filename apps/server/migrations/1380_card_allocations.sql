create schema card_allocations;

-- Cards that go from one customer to another in one task: given down, or taken back.
create table card_allocations.allocation (
  id bigint not null primary key,
  allocation_no text not null unique,
  direction text not null check (direction in ('allocate', 'recover')),
  -- the lower of both sides: it and everybody above it see the document
  customer_id bigint not null,
  from_customer_id bigint not null,
  to_customer_id bigint not null,
  -- whose account made it: the seller of a priced one
  maker_id bigint not null,
  -- null: each card keeps its own
  product_code text,
  task_id bigint not null,
  -- it puts back what that one moved
  reverses_id bigint references card_allocations.allocation,
  -- it tries again what failed there
  repeats_no text,
  asked integer not null check (asked > 0),
  done integer not null default 0,
  -- of those done, how many were put back since
  reversed integer not null default 0,
  state text not null check (state in ('running', 'done', 'partial', 'failed', 'reversed')),
  -- of one card; null: the document moves no money
  unit_price bigint check (unit_price > 0),
  currency text,
  payer_id bigint,
  payee_id bigint,
  hold_id bigint,
  transaction_id bigint,
  remark text,
  made_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint allocation_sides check (from_customer_id <> to_customer_id
    and customer_id = case direction when 'allocate' then to_customer_id else from_customer_id end),
  constraint allocation_counts check (done between 0 and asked and reversed between 0 and done),
  constraint allocation_ended check ((finished_at is null) = (state = 'running')),
  constraint allocation_priced check (num_nulls(unit_price, currency, payer_id, payee_id) in (0, 4)),
  -- nobody pays for a card that did not move
  constraint allocation_posted check (transaction_id is null or (unit_price is not null and done > 0))
);
create unique index allocation_of_task on card_allocations.allocation (task_id, from_customer_id, to_customer_id);
create index allocation_of_customer on card_allocations.allocation (customer_id, created_at desc, id desc);
create index allocation_recent on card_allocations.allocation (created_at desc, id desc);
create index allocation_reversing on card_allocations.allocation (reverses_id) where reverses_id is not null;

-- A card of a document. One without a document says that its owner changed in another way.
create table card_allocations.item (
  id bigint not null primary key,
  allocation_id bigint references card_allocations.allocation,
  -- the document's
  customer_id bigint not null,
  -- null: not known, without a document
  from_customer_id bigint,
  to_customer_id bigint not null,
  task_id bigint,
  card_id bigint not null,
  iccid text not null,
  result text not null default 'waiting' check (result in ('waiting', 'done', 'skipped', 'failed', 'dropped')),
  words_zh text,
  words_en text,
  -- when it was decided; of a card that moved, the moment it did
  at timestamptz,
  unique (allocation_id, card_id),
  constraint item_decided check ((at is null) = (result = 'waiting')),
  constraint item_of_document check (allocation_id is null or (task_id is not null and from_customer_id is not null))
);
create index item_of_task on card_allocations.item (task_id, card_id);
create index item_of_card on card_allocations.item (card_id, at, id) where result = 'done';
create index item_of_number on card_allocations.item (iccid) where result = 'done';

-- With whom a card was from when until when: half open, so that it is in one place at each instant. The first begins when the
-- card came in.
create view card_allocations.v_stretch as
with joint as not materialized (
  select i.id, i.card_id, i.iccid, i.from_customer_id, i.to_customer_id, i.allocation_id, i.at,
    lead(i.at) over around as next_at, lead(i.allocation_id) over around as next_allocation_id,
    lead(i.to_customer_id) over around as next_customer_id,
    row_number() over around as place
  from card_allocations.item i
  where i.result = 'done'
  window around as (partition by i.card_id, i.iccid order by i.at, i.id)
)
select j.id, j.card_id, j.iccid, j.to_customer_id as customer_id, j.at as since, j.next_at as until,
  j.from_customer_id as before_id, j.next_customer_id as after_id, j.allocation_id, j.next_allocation_id
from joint j
union all
select j.card_id, j.card_id, j.iccid, j.from_customer_id, c.created_at, j.at, null, j.to_customer_id, null, j.allocation_id
from joint j
left join cards.v_card c on c.id = j.card_id
where j.place = 1 and j.from_customer_id is not null
union all
select c.id, c.id, c.iccid, c.customer_id, c.created_at, null, null, null, null, null
from cards.v_card c
where not exists (select from card_allocations.item i where i.card_id = c.id and i.result = 'done');
revoke insert, update, delete on card_allocations.v_stretch from cardinal_app;

-- Published: what was ordered for cards.
create view orders.v_card_order as
  select l.card_id, l.customer_id, l.state, l.created_at from orders.order_line l;
revoke insert, update, delete on orders.v_card_order from cardinal_app;
