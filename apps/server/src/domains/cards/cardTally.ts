import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import type { Rollup } from '../../framework/counting.ts';
import type { AnyQuery } from '../../framework/dataset.ts';
import { job, type TableFacts } from '../../framework/domain.ts';
import { soonFrom } from './cardFigures.ts';
import type { CardTable } from './cardTables.ts';

const GROUPED = [
  'customer_id',
  'kind',
  'platform',
  'carrier_account_id',
  'carrier_status',
  'lifecycle',
  'stop_reasons',
  'sleep_status',
  'real_name_status',
  'online_state',
] as const satisfies (keyof CardTable)[];

declare module '../../framework/tables.ts' {
  interface Tables {
    'cards.card_tally': Pick<CardTable, (typeof GROUPED)[number]> & { n: string; ending_soon: string };
    'cards.card_tally_refresh': { one: boolean; counted_at: Date; took_ms: number };
  }
}

export const tallyTables = {
  'cards.card_tally': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.card_tally_refresh': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;

/** Large totals of a list of these kinds of card, as they were when they were counted last. */
export const cardRollup = (kinds: (ctx: Ctx) => readonly number[]): Rollup => ({
  from: (ctx) =>
    ctx.db.selectFrom('cards.card_tally as c').where('c.kind', 'in', [...kinds(ctx)]) as unknown as AnyQuery,
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
});

/** Counts all cards anew; groups that stayed as they were are not written. */
export async function tallyCards(ctx: Ctx): Promise<void> {
  const began = performance.now();
  const now = ctx.clock.now();
  const columns = (alias: string) => sql.join(GROUPED.map((name) => sql.ref(`${alias}.${name}`)));
  await ctx.transact(async ({ beyondScope }) => {
    const db = beyondScope('each group names its customer');
    await sql`
      merge into cards.card_tally t
      using (
        select ${columns('k')}, count(*) as n,
          count(*) filter (where k.package_ends_at >= ${now} and k.package_ends_at < ${soonFrom(now)}) as ending_soon
        from cards.card k group by ${columns('k')}
      ) c on (${columns('t')}) = (${columns('c')})
      when matched and (t.n, t.ending_soon) <> (c.n, c.ending_soon)
        then update set n = c.n, ending_soon = c.ending_soon
      when not matched then insert (${sql.join(GROUPED.map((name) => sql.ref(name)))}, n, ending_soon)
        values (${columns('c')}, c.n, c.ending_soon)
      when not matched by source then delete`.execute(db);
    const done = { counted_at: now, took_ms: Math.round(performance.now() - began) };
    await db
      .insertInto('cards.card_tally_refresh')
      .values({ one: true, ...done })
      .onConflict((conflict) => conflict.column('one').doUpdateSet(done))
      .execute();
  });
}

/** Counting may take a twentieth of the time: a minute apart while it is quick, further with more cards. */
export const isDue = (last: { counted_at: Date; took_ms: number } | undefined, now: Date): boolean =>
  !last || now.getTime() - last.counted_at.getTime() >= 20 * last.took_ms;

export const tallyJob = job({
  name: 'cards.tally',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  keyed: true,
  run: async (ctx) => {
    const last = await ctx.db.selectFrom('cards.card_tally_refresh').selectAll().executeTakeFirst();
    if (isDue(last, ctx.clock.now())) await tallyCards(ctx);
  },
});
