-- The sessions of cards, as their carriers told them one by one or as records of a cycle. What a carrier does not tell is
-- null. A session belongs to who had the card when it was told.
create table cards.session (
  card_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  customer_id bigint not null,
  carrier_account_id bigint not null,
  -- where it was: the country follows from the network's codes, or was told by itself
  country_code text,
  mcc text check (mcc ~ '^[0-9]{3}$'),
  mnc text check (mnc ~ '^[0-9]{2,3}$'),
  rat text,
  ip_address text,
  apn text,
  bytes bigint check (bytes >= 0),
  bytes_up bigint check (bytes_up >= 0),
  bytes_down bigint check (bytes_down >= 0),
  read_at timestamptz not null,
  primary key (card_id, started_at),
  check ((mcc is null) = (mnc is null))
) partition by range (started_at);
create index session_network on cards.session (mcc, mnc, started_at) where mcc is not null;

-- A network a session named and nobody has registered, and since when it is known from there.
alter table carriers.mobile_network
  add column is_registered boolean not null default true,
  add column first_seen_at timestamptz,
  -- how dear its traffic is, and what the platform wants of it
  add column price_class text check (price_class in ('low', 'standard', 'high', 'premium')),
  add column preference text not null default 'none' check (preference in ('none', 'preferred', 'steered', 'forbidden'));

-- The network a chip's device was told to be in, and by whom: its eIM, or the sessions of the number that runs.
alter table esim.chip
  add column mcc text,
  add column mnc text,
  add column network_source text check (network_source in ('eim', 'session'));
