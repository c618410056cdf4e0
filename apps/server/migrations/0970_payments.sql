create schema payments;

-- A bank account into which the children of a customer pay for one scene in one currency. Position 1 that is enabled is used,
-- the others are its backups. Never deleted: recharges name it.
create table payments.collecting_account (
  id bigint not null primary key,
  customer_id bigint not null,
  scene text not null,
  provider smallint not null,
  currency char(3) not null,
  position smallint not null check (position > 0),
  is_enabled boolean not null,
  holder text not null,
  bank text not null,
  branch text,
  -- sealed for this row; outside it only the last digits are known
  account_number text not null,
  number_tail text not null check (length(number_tail) <= 4),
  remark_prefix text,
  least bigint check (least > 0),
  most bigint check (most >= coalesce(least, 1)),
  day_most bigint check (day_most >= coalesce(least, 1)),
  note text,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint collecting_account_position unique (customer_id, scene, currency, position) deferrable initially immediate
);

-- What changed a route: `from` and `to` are the accounts in use before and after.
create table payments.route_change (
  id bigint not null primary key,
  customer_id bigint not null,
  scene text not null,
  currency char(3) not null,
  kind text not null,
  account_id bigint not null,
  from_id bigint,
  to_id bigint,
  reason text,
  changed_by text not null,
  at timestamptz not null,
  constraint route_change_has_reason check (kind not in ('switched', 'disabled') or reason is not null)
);
create index route_change_of_route on payments.route_change (customer_id, scene, currency, id desc);

-- One row for each customer with children that may pay, or with accounts, by scene and currency: the account in use, which is
-- the first enabled one of the customer or else of the nearest level above that has one.
create view payments.v_route as
  with cell as (
    select customer_id, scene, currency, sum(payers)::int as payers from (
      select c.parent_id as customer_id, s.scene, c.currency, 1 as payers
        from customers.v_customer c cross join (values ('balanceRecharge'::text)) s (scene)
        where c.parent_id is not null and c.status = 1
      union all
      select a.customer_id, a.scene, a.currency, 0 from payments.collecting_account a
    ) each group by customer_id, scene, currency
  )
  select cell.customer_id, cell.scene, cell.currency, cell.payers, c.name as customer_name, c.path,
    used.id as account_id, used.customer_id as collector_id, used.provider,
    case when used.id is null then case when cell.payers > 0 then 'hole' else 'idle' end
      when used.customer_id = cell.customer_id then 'own' else 'inherited' end as coverage,
    greatest(coalesce(own.enabled, 0) - 1, 0)::int as backups
  from cell
    join customers.v_customer c on c.id = cell.customer_id
    left join lateral (
      select count(*) as enabled from payments.collecting_account a
      where a.customer_id = cell.customer_id and a.scene = cell.scene and a.currency = cell.currency and a.is_enabled
    ) own on true
    left join lateral (
      select a.id, a.customer_id, a.provider from payments.collecting_account a join customers.v_customer up on up.id = a.customer_id
      where a.customer_id = any (string_to_array(trim(both '/' from c.path), '/')::bigint[])
        and a.scene = cell.scene and a.currency = cell.currency and a.is_enabled
      order by up.level desc, a.position limit 1
    ) used on true;

-- Into which account a transfer came; named by whoever enters it.
alter table customer_accounts.recharge add column collecting_account_id bigint,
  add constraint recharge_collected_at_bank check (collecting_account_id is null or method = 3);
create index recharge_collected on customer_accounts.recharge (collecting_account_id, created_at)
  where collecting_account_id is not null;
