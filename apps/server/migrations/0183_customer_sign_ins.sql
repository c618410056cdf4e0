-- When somebody of the customer came in last: which customers sleep is asked of the list.
alter table customers.customer add column last_sign_in_at timestamptz;
update customers.customer c set last_sign_in_at = a.at
from (select customer_id, max(last_login_at) as at from identity.account group by customer_id) a
where a.customer_id = c.id and a.at is not null;
