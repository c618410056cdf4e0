-- When a card was last changed at a carrier that takes no second change of it within its quiet time.
create table carriers.quiet_card (
  iccid text not null,
  account_id bigint not null,
  changed_at timestamptz not null,
  primary key (iccid, account_id)
);
create index quiet_card_changed on carriers.quiet_card (changed_at);
