import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { type Job, job, type Reaction, reaction } from '../../../framework/domain.ts';
import { cardsImported } from '../../cardImports/events.ts';
import { customerOf } from '../../customers/face.ts';
import { giveUpReading, readSet, refreshSet } from './readSet.ts';

/** Reads one file; queued with its upload, one at a time for a set. */
export const readSetJob = job({
  name: 'cards.readSet',
  payload: z.object({ setId: idSchema }),
  keyed: true,
  concurrency: 1,
  retries: 3,
  expireSeconds: 1_800,
  run: (ctx, { setId }, signal) => readSet(ctx, setId, signal),
  gaveUp: (ctx, { setId }) => giveUpReading(ctx, setId),
});

/** Matches the cards of one set again. */
export const refreshSetJob = job({
  name: 'cards.refreshSet',
  payload: z.object({ setId: idSchema }),
  keyed: 'waiting',
  concurrency: 1,
  retries: 1,
  expireSeconds: 1_800,
  run: (ctx, { setId }) => refreshSet(ctx, setId),
});

/** A reading that has not ended after this long has lost its job, … */
const LOST_AFTER_MS = 600_000;
/** … and after this long nothing will read it any more. */
const HOPELESS_AFTER_MS = DAY_MS;

/** No set stays half read: its job is queued again, and a set that can no longer be read is marked as failed. */
export async function sweepSets(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  const reading = await ctx.db.selectFrom('card_batches.card_set').selectAll().where('state', '=', 'reading').execute();
  for (const set of reading) {
    if (set.created_at < before(HOPELESS_AFTER_MS)) {
      await giveUpReading(ctx, set.id);
    } else if (set.created_at < before(LOST_AFTER_MS)) {
      await ctx.enqueue(readSetJob, { setId: set.id }, { key: set.id });
    }
  }
  const unanswered = await ctx.db
    .selectFrom('card_batches.card_set')
    .select('id')
    .where('refresh_asked_at', '<', before(LOST_AFTER_MS))
    .execute();
  for (const { id } of unanswered) await ctx.enqueue(refreshSetJob, { setId: id }, { key: id });
  // A reading that lost against the deletion of its set may have left rows.
  await sql`
    delete from card_batches.card_set_number n using (
      select distinct on (set_id) set_id from card_batches.card_set_number where seq = 1
    ) left_over
    where n.set_id = left_over.set_id and not exists (select 1 from card_batches.card_set s where s.id = n.set_id)`.execute(
    ctx.db,
  );
}

export const sweepSetsJob = job({
  name: 'cards.sweepSets',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: (ctx) => sweepSets(ctx),
});

/** Card numbers and devices change from day to day; newly imported cards are matched at once. */
export const refreshSetsJob = job({
  name: 'cards.refreshSets',
  payload: z.object({}),
  schedule: '30 4 * * *',
  run: async (ctx) => {
    const sets = await ctx.db.selectFrom('card_batches.card_set').select('id').where('state', '=', 'ready').execute();
    for (const { id } of sets) await ctx.enqueue(refreshSetJob, { setId: id }, { key: id });
  },
});

/** New cards may match sets of their customer and of its ancestors. */
export const setsOfImported: Reaction = reaction(
  cardsImported,
  'cards.refreshSetsOfImported',
  async (ctx, imported) => {
    const customer = await customerOf(ctx.db, imported.customerId);
    const above = customer?.path.split('/').filter((id) => id !== '') ?? [];
    if (above.length === 0) return;
    await ctx.transact(async (inside) => {
      const sets = await inside.db
        .updateTable('card_batches.card_set')
        .set({ refresh_asked_at: inside.clock.now() })
        .where('state', '=', 'ready')
        .where('customer_id', 'in', above)
        .whereRef('cards', '<', 'numbers')
        .returning('id')
        .execute();
      for (const { id } of sets) await inside.enqueue(refreshSetJob, { setId: id }, { key: id });
    });
  },
);

export const setJobs: readonly Job[] = [readSetJob, refreshSetJob, sweepSetsJob, refreshSetsJob];
