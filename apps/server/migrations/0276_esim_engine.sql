-- What the engine keeps of an operation beside what people see of it.
alter table esim.operation
  -- the SM-DP+ or eIM that is asked; null for one that was never to be carried out here
  add column carrier_account_id bigint,
  -- the eIM's own number of it
  add column carrier_ref text,
  -- whoever works on it holds it until then; a killed worker's comes free by itself
  add column claimed_until timestamptz,
  -- the number is enabled as soon as it is on the chip
  add column enables_after boolean not null default false;
create index operation_due on esim.operation (carrier_account_id, next_check_at)
  where state in ('queued', 'ordered', 'released', 'waitingDevice');

alter table esim.chip
  -- the sender's time of the last change of the enabled number a notification told of: older ones come too late
  add column reported_at timestamptz,
  -- a number was disabled and customers were not told yet, for another may follow: what ran before, why, and until when
  add column told_number_id bigint,
  add column tell_cause text,
  add column tell_after timestamptz;
create index chip_tell_after on esim.chip (tell_after) where tell_after is not null;

-- Reading a chip changes nothing on it: an audit neither waits for what the chip is asked nor holds it up.
drop index esim.operation_open;
create unique index operation_open on esim.operation (eid)
  where state in ('ordered', 'released', 'waitingDevice') and kind <> 'audit';
