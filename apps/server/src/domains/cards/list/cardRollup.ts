import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import type { Rollup } from '../../../framework/list/counting.ts';
import { PREPARED } from '../../../runtime/prepared.ts';

/** Large totals for lists of these card kinds, as of the last count. */
export const cardRollup = (kinds: (ctx: Ctx) => readonly number[]): Rollup => ({
  from: (ctx) =>
    ctx.db.selectFrom('cards.card_counter as c').where('c.kind', 'in', [...kinds(ctx)]) as unknown as AnyQuery,
  keys: new Set([
    'kind',
    'platform',
    'carrierAccountId',
    'carrierStatus',
    'lifecycle',
    'stopReasons',
    'sleepStatus',
    'realNameStatus',
    'onlineState',
    'customerId',
    'underCustomerId',
  ]),
  table: 'cards.card',
  version: (ctx) => ctx.cached('cards.tally', () => lastCounting(ctx)),
});

/** The transaction that counted last; it changes with each step of the counting, even if the clock stands still. */
async function lastCounting({ db }: Ctx): Promise<string> {
  const last = await db
    .selectFrom('cards.card_counter_refresh')
    .select(sql<string>`xmin::text`.as('version'))
    .modifyEnd(sql.raw(PREPARED))
    .executeTakeFirst();
  return last?.version ?? '';
}
