-- What carriers said, kept as they said it; a reading that tells nothing new is not kept.
create table usage.reading (
  card_id bigint not null,
  read_at timestamptz not null,
  cycle text,
  cycle_bytes bigint check (cycle_bytes >= 0),
  day date,
  day_bytes bigint check (day_bytes >= 0),
  seconds bigint,
  messages integer,
  primary key (card_id, read_at)
) partition by range (read_at);

-- Where the counter of a card stands at its carrier: what the next reading is compared with.
create table usage.card_counter (
  card_id bigint not null primary key,
  cycle text not null,
  -- the carrier's last figure, and what earlier counters of this cycle had reached before the carrier reset them
  counter bigint not null check (counter >= 0),
  lost bigint not null default 0 check (lost >= 0),
  -- the day of the last reading, and the cycle's total when it began
  day date not null,
  day_base bigint not null check (day_base >= 0),
  read_at timestamptz not null
);
