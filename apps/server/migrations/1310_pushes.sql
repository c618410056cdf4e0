create schema pushes;

-- Where a customer wants its events sent.
create table pushes.subscription (
  id bigint not null primary key,
  customer_id bigint not null,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- empty: of every card
  platforms smallint[] not null default '{}',
  product_codes text[] not null default '{}',
  timeout_seconds smallint not null check (timeout_seconds between 1 and 10),
  state text not null check (state in ('on', 'off', 'suspended')),
  suspended_at timestamptz,
  -- the last place of its customer's feed that was taken
  place bigint not null,
  -- events told before are not its own
  since timestamptz not null,
  -- failures one after another, and since when
  failures integer not null default 0,
  failing_since timestamptz,
  -- until then nothing is sent, since it fails; then one delivery tries
  probe_at timestamptz,
  last_error_zh text,
  last_error_en text,
  last_error_at timestamptz,
  last_sent_at timestamptz,
  -- rises with each worker that takes it; an older one sends nothing more
  hold bigint not null default 0,
  held_until timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index push_subscription_name on pushes.subscription (customer_id, lower(name)) where removed_at is null;
create index push_subscription_living on pushes.subscription (id) where removed_at is null;

create table pushes.signing_secret (
  id bigint not null primary key,
  subscription_id bigint not null references pushes.subscription,
  -- encrypted
  sealed text not null,
  last4 text not null,
  created_at timestamptz not null,
  -- replaced: until when it still signs
  ends_at timestamptz
);
create index push_signing_secret_of on pushes.signing_secret (subscription_id, id desc);

-- An event for a subscription.
create table pushes.delivery (
  id bigint not null primary key,
  customer_id bigint not null,
  subscription_id bigint not null references pushes.subscription,
  -- of the event in the feed; null: a test
  place bigint,
  -- the same however often it is sent
  event_id text not null,
  type text not null,
  iccid text,
  order_no text,
  happened_at timestamptz not null,
  -- what was or will be sent, to the byte; null once it is no longer kept
  body text,
  -- deliveries of one lane follow one another
  lane text not null,
  state text not null check (state in ('waiting', 'failed', 'sent', 'givenUp', 'skipped')),
  -- sent again by a person: outside the order of its lane
  is_replay boolean not null default false,
  is_test boolean not null default false,
  attempts integer not null default 0,
  -- failures since it was last asked for
  failures integer not null default 0,
  http_status integer,
  duration_ms integer,
  words_zh text,
  words_en text,
  next_at timestamptz,
  first_tried_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint push_delivery_due check ((next_at is not null) = (state in ('waiting', 'failed')))
);
create unique index push_delivery_once on pushes.delivery (subscription_id, place) where place is not null;
create index push_delivery_lane on pushes.delivery (subscription_id, lane, place)
  where state in ('waiting', 'failed') and not is_replay;
create index push_delivery_open on pushes.delivery (subscription_id, place, next_at) where state in ('waiting', 'failed');
create index push_delivery_of_customer on pushes.delivery (customer_id, created_at desc, id desc);
create index push_delivery_of_card on pushes.delivery (iccid) where iccid is not null;
create index push_delivery_body on pushes.delivery (created_at) where body is not null;
create index push_delivery_age on pushes.delivery (created_at);

-- Written before the call, ended after it: one without an end was cut off.
create table pushes.attempt (
  id bigint not null primary key,
  customer_id bigint not null,
  subscription_id bigint not null,
  delivery_id bigint not null references pushes.delivery on delete cascade,
  is_test boolean not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  is_ok boolean,
  http_status integer,
  duration_ms integer,
  words_zh text,
  words_en text,
  -- the first 4 KB
  answer text
);
create index push_attempt_of on pushes.attempt (delivery_id, id);
create index push_attempt_recent on pushes.attempt (customer_id, started_at);
