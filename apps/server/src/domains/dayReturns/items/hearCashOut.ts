import type * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import type { cashOutEnded } from '../../cashOuts/events.ts';
import { cashOutBeyondScope } from '../../cashOuts/face.ts';
import { failureOf } from './itemRules.ts';
import { beyond, endEarlier, fail, keepItem, lockItem } from './itemStore.ts';

const itemOf = (ctx: Ctx, cashOutId: string) =>
  beyond(ctx).selectFrom('day_returns.item').select('id').where('cash_out_id', '=', cashOutId).executeTakeFirst();

/** The provider's final word, a reviewer's or its customer's: until then, also while the receiver has not confirmed, nothing has failed. */
export async function hearCashOut(ctx: Ctx, said: z.output<typeof cashOutEnded.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    const ended = await cashOutBeyondScope(inside, said.cashOutId);
    if (!ended) return;
    // Asked for again by hand, it solves what failed; that it fails again is no news.
    const found =
      (await itemOf(inside, ended.id)) ??
      (ended.retry_of && said.isDone ? await itemOf(inside, ended.retry_of) : undefined);
    const row = found && (await lockItem(inside, found.id));
    if (!row || (row.cash_out_id === ended.id ? row.state !== 'underway' : row.state !== 'failed')) return;
    if (said.isDone) {
      const now = inside.clock.now();
      await endEarlier(inside, row, 'solved');
      await keepItem(inside, row.id, row.failed_at ? { state: 'solved', solved_at: now } : { state: 'done' });
    } else await fail(inside, row, { ...failureOf(ended), why_zh: ended.reason_zh, why_en: ended.reason_en });
  });
}
