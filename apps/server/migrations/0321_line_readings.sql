-- What a carrier says of a card's line when it is asked: services, why it stands still, the device it is tied to.
create table cards.line_reading (
  card_id bigint not null primary key,
  read_at timestamptz not null,
  services jsonb,
  stop_reason jsonb,
  binding jsonb
);

-- Every device a card was seen in, from when on; it belongs to who had the card then.
create table cards.imei_seen (
  card_id bigint not null,
  seen_at timestamptz not null,
  imei text not null,
  customer_id bigint not null,
  primary key (card_id, seen_at)
);
insert into cards.imei_seen
select id, coalesce(imei_changed_at, activated_at, created_at), imei, customer_id
from cards.card where imei is not null;
