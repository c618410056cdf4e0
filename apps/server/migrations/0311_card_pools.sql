-- The pool at its carrier a card belongs to, where the carrier tells it cheaply: with its list of all cards or with a
-- card's own reading. No row: not told, or of none.
create table cards.card_pool (
  card_id bigint not null primary key,
  carrier_account_id bigint not null,
  -- the carrier's own number of it
  pool_id text not null,
  told_at timestamptz not null
) with (fillfactor = 90);
create index card_pool_members on cards.card_pool (carrier_account_id, pool_id, card_id);

-- Pools near their volume whose members are being given the turns of cards near a limit, or have been; one row an account,
-- pool and kind of reading (as in cards.card_turn).
create table cards.near_pool (
  carrier_account_id bigint not null,
  pool_id text not null,
  kind smallint not null,
  -- members up to this card have them
  marked_to bigint not null default 0,
  marked_at timestamptz,
  primary key (carrier_account_id, pool_id, kind)
);
