-- The days of a customer, apart for each carrier account: accounts have cycles of their own, and a sum over a cycle needs to
-- know whose day it was.
alter table usage.customer_day add column carrier_account_id bigint not null default 0;
alter table usage.customer_day drop constraint customer_day_pkey;
truncate usage.customer_day;
insert into usage.customer_day (customer_id, carrier_account_id, day, bytes, cards)
select d.customer_id, coalesce(k.carrier_account_id, 0), d.day, sum(d.bytes), count(*)
from usage.card_day d left join cards.v_card k on k.id = d.card_id
group by 1, 2, 3;
alter table usage.customer_day add primary key (customer_id, carrier_account_id, day);
alter table usage.customer_day alter column carrier_account_id drop default;
