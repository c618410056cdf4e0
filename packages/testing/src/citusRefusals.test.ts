import { loadModule } from 'libpg-query';
import { expect, test } from 'vitest';
import { citusRefusals } from './citusRefusals.ts';

await loadModule();
const SPREAD = new Map([
  ['usage.card_day', 'card_id'],
  ['cards.v_seen', 'card_id'],
]);

test.each([
  [
    'a join with what lies on the coordinator',
    'select d.day from usage.card_day d join cards.card c on c.id = d.card_id',
  ],
  [
    'the same behind a subquery',
    'select * from cards.card c join (select card_id from usage.card_day) d on d.card_id = c.id',
  ],
  ['the same by a partition', 'select * from usage.card_day_2026_11 d, cards.card c where c.id = d.card_id'],
  ['the same in an update', 'update cards.card c set flow_used = 1 from usage.card_day d where d.card_id = c.id'],
  ['the same in a delete', 'delete from usage.card_day d using cards.card c where c.id = d.card_id'],
  [
    'an outer join that keeps values',
    'select * from unnest($1::bigint[]) g (id) left join usage.card_day d on d.card_id = g.id',
  ],
  [
    'LATERAL',
    'select * from unnest($1::bigint[]) g (id) cross join lateral (select day from usage.card_day d where d.card_id = g.id limit 1) x',
  ],
  [
    'a label that refers to the row',
    'select d.day, (select name from customers.customer c where c.id = d.customer_id) from usage.card_day d',
  ],
  [
    'a label from history',
    'select c.id, (select max(at) from cards.v_seen s where s.card_id = c.id) from cards.card c',
  ],
  [
    'EXISTS that refers to the row',
    'delete from cards.card c where not exists (select 1 from cards.v_seen s where s.card_id = c.id)',
  ],
  ['SELECT of no column', 'select 1 where exists (select from usage.card_day)'],
  ['row locks', 'select day from usage.card_day where card_id = any($1) for update'],
  [
    'WITH RECURSIVE',
    'with recursive d as (select day from usage.card_day union all select day + 1 from d) select * from d',
  ],
  ['ROLLUP', 'select day, sum(bytes) from usage.card_day group by rollup (day)'],
  [
    'now() in DO UPDATE',
    'insert into usage.card_day as d values ($1, $2) on conflict (card_id, day) do update set at = now()',
  ],
  ['MERGE', 'merge into usage.card_day d using (values (1)) v (id) on d.card_id = v.id when matched then delete'],
  ['another key', 'update usage.card_day set card_id = 1 where day = $1'],
  [
    'any of it in a CTE',
    'with x as (select d.day from usage.card_day d join cards.card c on c.id = d.card_id) select * from x',
  ],
])('%s is refused', (_, statement) => {
  expect(citusRefusals(statement, SPREAD)).toHaveLength(1);
});

test.each([
  [
    'what does not concern history',
    'select c.id, (select name from customers.customer u where u.id = c.customer_id) from cards.card c for update',
  ],
  [
    'history by itself',
    'select day, sum(bytes) from "usage"."card_day" as "d" where card_id = any($1) group by day order by day limit 10',
  ],
  ['history with history', 'select d.day from usage.card_day d join cards.v_seen s on s.card_id = d.card_id'],
  ['history with values', 'select d.day from unnest($1::bigint[]) g (id) join usage.card_day d on d.card_id = g.id'],
  [
    'history with what a CTE has found',
    'with g as (select id from cards.card) select d.day from g join usage.card_day d on d.card_id = g.id',
  ],
  [
    'a subquery that stands by itself',
    'select day from usage.card_day where customer_id in (select w.id from customers.v_customer w where w.path like $1)',
  ],
  [
    'an upsert of values',
    'insert into usage.card_day as d select * from unnest($1::bigint[], $2::date[]) on conflict (card_id, day) do update set bytes = excluded.bytes where d.bytes <> excluded.bytes returning d.card_id',
  ],
  [
    'an insert of what the coordinator knows',
    'insert into usage.card_day select c.id, g.day from cards.card c, unnest($1::date[]) g (day)',
  ],
])('%s is let through', (_, statement) => {
  expect(citusRefusals(statement, SPREAD)).toEqual([]);
});
