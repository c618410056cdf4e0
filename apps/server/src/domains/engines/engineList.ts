import { ENGINE_UNLOCKS, listEngines } from '@cardinal/contract/api/engines/engines.ts';
import { EXPIRING_DAYS } from '@cardinal/contract/api/engines/subscriptions.ts';
import { permissionTitle } from '@cardinal/contract/permissions/catalogue.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { likeContains } from '../../framework/likeContains.ts';
import { periodOf } from './engineRules.ts';
import { dayOf, nameOf, running } from './engineStore.ts';
import type { EngineRow } from './engineTables.ts';

/** The period in which calls count as recent. */
export const LATELY_DAYS = 30;
export const lately = (now: Date): string => dayOf(new Date(now.getTime() - (LATELY_DAYS - 1) * DAY_MS));

export const engineDataset = dataset(listEngines, {
  from: (ctx) => ctx.db.selectFrom('engines.engine as e'),
  table: 'e',
  columns: {
    name: sql`e.name_zh`,
  },
  select: (query) => query.selectAll('e'),
  present: (rows, ctx) => presentEngines(rows, ctx),
  extra: (query, asked, ctx) => {
    const now = ctx.clock.now();
    let so = query;
    if (asked.keyword) {
      const like = likeContains(asked.keyword);
      so = so.where(sql<SqlBool>`(e.code ilike ${like} or e.name_zh ilike ${like} or e.name_en ilike ${like})`);
    }
    if (asked.subscriber) {
      const theirs = running(ctx, now).select('s.engine_id').where('s.customer_id', '=', asked.subscriber);
      so = so.where('e.id', 'in', theirs);
    }
    if (asked.expiring === true) so = so.where('e.id', 'in', expiring(ctx).select('s.engine_id'));
    return so;
  },
});

/** Active subscriptions that end soon. */
export const expiring = (ctx: Ctx) => {
  const now = ctx.clock.now();
  return running(ctx, now)
    .where('s.ends_at', '>', now)
    .where('s.ends_at', '<=', new Date(now.getTime() + EXPIRING_DAYS * DAY_MS));
};

async function presentEngines(rows: readonly EngineRow[], ctx: Ctx) {
  const now = ctx.clock.now();
  const period = periodOf(dayOf(now));
  const [subscribers, used] = await Promise.all([
    running(ctx, now)
      .select(['s.engine_id', sql<number>`count(distinct s.customer_id)::int`.as('n')])
      .groupBy('s.engine_id')
      .execute(),
    ctx.db
      .with('months', (db) =>
        db
          .selectFrom('engines.usage as u')
          .select([
            'u.engine_id',
            sql<number>`max(u.cards) filter (where u.day >= ${period}::date)`.as('cards'),
            sql<string>`sum(u.calls)`.as('calls'),
          ])
          .where(sql<SqlBool>`u.day >= ${lately(now)}::date`)
          .groupBy(['u.engine_id', 'u.customer_id']),
      )
      .selectFrom('months')
      .select(['engine_id', sql<string>`coalesce(sum(cards), 0)`.as('cards'), sql<string>`sum(calls)`.as('calls')])
      .groupBy('engine_id')
      .execute(),
  ]);
  const subscribersOf = new Map(subscribers.map((row) => [row.engine_id, row.n]));
  const usedOf = new Map(used.map((row) => [row.engine_id, row]));
  return rows.map((row) => ({
    name: say(nameOf(row), ctx.language),
    unlocks: ENGINE_UNLOCKS[row.code].map((permission) => say(permissionTitle(permission), ctx.language)),
    subscribers: subscribersOf.get(row.id) ?? 0,
    cards: Number(usedOf.get(row.id)?.cards ?? 0),
    calls: Number(usedOf.get(row.id)?.calls ?? 0),
  }));
}
