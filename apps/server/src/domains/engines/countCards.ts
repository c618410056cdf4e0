import { type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { subtreeIds } from '../customers/face.ts';
import { coverageOf } from './coverage.ts';
import { dayOf, enginesById, running } from './engineStore.ts';
import type { EngineRow, SubscriptionRow } from './engineTables.ts';
import { joinCards, writeCount } from './joinCards.ts';

const PAGE = 5_000;

/**
 * Counts the cards of every running subscription for the present day. A day is counted once. An interrupted count is repeated
 * and adds only what was missing, because a card joins a month once.
 */
export async function countEngineCards(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [engines, subscriptions] = await Promise.all([
    enginesById(ctx),
    running(ctx, now)
      .selectAll('s')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('engines.usage as u')
              .select('u.day')
              .whereRef('u.customer_id', '=', 's.customer_id')
              .whereRef('u.engine_id', '=', 's.engine_id')
              .where(sql<SqlBool>`u.day = ${dayOf(now)}::date`)
              .where('u.counted_at', 'is not', null),
          ),
        ),
      )
      .orderBy('s.id')
      .execute(),
  ]);
  for (const subscription of subscriptions) {
    const engine = engines.get(subscription.engine_id);
    if (engine) await countFor(ctx, engine, subscription);
  }
}

async function countFor(ctx: Ctx, engine: EngineRow, { id, customer_id, card_limit }: SubscriptionRow): Promise<void> {
  const pair = { engineId: engine.id, customerId: customer_id };
  // Cards join a limited subscription when they are used, never automatically.
  const coverage = card_limit === null ? coverageOf(ctx, engine.code) : undefined;
  const customers = coverage ? await subtreeIds(ctx.db, customer_id) : [];
  let after: string | undefined = '0';
  while (coverage && after) {
    const ids: readonly string[] = await coverage(ctx, customers, after, PAGE);
    await joinCards(ctx, pair, ids);
    after = ids.at(PAGE - 1);
  }
  await ctx.transact(async (inside) => {
    // Locked, so that no card joins between counting and writing.
    await inside.db.selectFrom('engines.subscription').select('id').where('id', '=', id).forUpdate().execute();
    await writeCount(inside, pair, inside.clock.now());
  });
}

/** Runs soon after midnight, and every hour for new subscriptions and interrupted counts. */
export const countCardsJob = job({
  name: 'engines.countCards',
  payload: z.object({}),
  schedule: '3 * * * *',
  keyed: true,
  run: (ctx) => countEngineCards(ctx),
});
