-- What voice and NB lists tell beside the common facts. Null: the carrier has not said.
alter table cards.card
  add column voice_on boolean,
  add column sms_on boolean,
  add column white_list_count integer,
  add column apn text,
  -- the device the card is locked to; another one in it is a reason to stop it
  add column bound_imei text,
  add column bound_imei_at timestamptz;
create index card_silence on cards.card (kind, last_session_at);
