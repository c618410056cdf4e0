-- A refund that the provider cannot make is paid by hand: entered by one person of the collector, confirmed by another.
alter table payments.refund
  drop constraint refund_state_check,
  add constraint refund_state_check check (state in ('asked', 'going', 'done', 'failed', 'abnormal', 'byHand')),
  -- the transfer by which it was paid
  add column hand_reference text,
  add column hand_by text,
  add column hand_by_id bigint,
  add column confirmed_by text,
  add column confirmed_by_id bigint,
  add constraint refund_by_hand check (state <> 'byHand' or (hand_reference is not null and hand_by_id is not null)),
  add constraint refund_second_person check (confirmed_by_id is null or confirmed_by_id <> hand_by_id);
