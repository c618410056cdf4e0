import { openWorld } from './world.ts';
import { meteringFigures } from './metering.ts';
import pg from 'pg';
const w = await openWorld();
for await (const f of meteringFigures(w, 500000)) console.log(f);
const c = new pg.Client({ connectionString: w.databaseUrl }); await c.connect();
const ids = Array.from({ length: 10000 }, (_, n) => String(20000 + n));
const show = async (sql: string, values: any[]) => { await c.query(`prepare p as ${sql}`); const { rows } = await c.query(`explain (analyze, buffers, costs) ${sql}`, values); console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n')); await c.query('deallocate p'); };
await show(`select c.usage_id, sum(c.bytes)::text as bytes
    from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::date[]) as g (card_id, usage_id, since, day)
    join metering.consumption c on c.card_id = g.card_id and c.usage_id = g.usage_id
      and c.day >= g.since::date - 1 and c.day < g.day
    where c.day >= now()::date - 21 and c.day < now()::date
    group by c.usage_id`, [ids, ids.map((i) => String(700000000000 + Number(i))), ids.map(() => new Date(Date.now() - 20 * 86400000)), ids.map(() => new Date().toISOString().slice(0, 10))]);
await show(`select u.id, u.card_id, u.is_main, u.flow_bytes, u.zone, u.starts_at, g.day as from_day,
      case when u.state = 3 then u.state_at else u.ends_at end as ends_at
    from unnest($1::bigint[], $2::date[]) as g (card_id, day)
    join orders.v_package_usage u on u.card_id = g.card_id
    where u.state <> 0 and u.starts_at < now()
      and case when u.state = 3 then u.state_at else u.ends_at end >= g.day - 1`, [ids, ids.map(() => new Date().toISOString().slice(0, 10))]);
await show(`delete from metering.consumption c
    using unnest($1::bigint[], $2::date[]) as g (card_id, day)
    where c.card_id = g.card_id and c.day >= g.day and c.day >= now()::date`, [ids, ids.map(() => new Date().toISOString().slice(0, 10))]);
await c.end();
await w.stop();
