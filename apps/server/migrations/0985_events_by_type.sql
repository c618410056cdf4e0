-- A reader that asks for one type goes on in an index of that type, instead of reading all others again and again.
create index event_type_place on customer_events.event (customer_id, type, place) where place is not null;
