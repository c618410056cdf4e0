import { listSubscriptions } from '@cardinal/contract/api/engines/subscriptions.ts';
import type { SubscriptionState } from '@cardinal/contract/enumerations/engine.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { customerNames } from '../customers/face.ts';
import { expiring } from './engineList.ts';
import { periodOf, stateAt } from './engineRules.ts';
import { cardsCounted, dayOf, enginesById, nameOf } from './engineStore.ts';
import type { EngineRow, SubscriptionRow } from './engineTables.ts';

/** `stateAt` in SQL, for the filter. */
export const stateSql = (now: Date): RawBuilder<SubscriptionState> => sql<SubscriptionState>`case
  when s.stopped_at <= ${now} then 'stopped'
  when s.ends_at > ${now} then case when s.is_trial then 'trial' else 'active' end
  when s.off_at > ${now} then 'grace'
  else 'expired' end`;

export const subscriptionDataset = dataset(listSubscriptions, {
  from: (ctx) => ctx.db.selectFrom('engines.subscription as s'),
  table: 's',
  columns: {
    state: {
      sql: sql`s.off_at`,
      where: (_operator, value, ctx) => sql<boolean>`${stateSql(ctx.clock.now())} = any(${value as string[]})`,
    },
  },
  select: (query) => query.selectAll('s'),
  present: (rows, ctx) => presentSubscriptions(rows, ctx),
  extra: (query, asked, ctx) =>
    asked.expiring === true ? query.where('s.id', 'in', expiring(ctx).select('s.id')) : query,
});

async function presentSubscriptions(rows: readonly SubscriptionRow[], ctx: Ctx) {
  const now = ctx.clock.now();
  const pairs = rows.map((row) => ({ engineId: row.engine_id, customerId: row.customer_id }));
  const [engines, names, cards] = await Promise.all([
    enginesById(ctx),
    customerNames(
      ctx.db,
      pairs.map(({ customerId }) => customerId),
    ),
    cardsCounted(ctx, periodOf(dayOf(now)), pairs),
  ]);
  return rows.map((row) => ({
    engineName: say(nameOf(engines.get(row.engine_id) as EngineRow), ctx.language),
    customerName: names.get(row.customer_id) ?? '',
    state: stateAt(row, now),
    cards: cards(row.engine_id, row.customer_id),
  }));
}
