import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { announceCards, lockCards } from '../../cards/face.ts';
import { showPackages } from './cardPackages.ts';
import { changesDue } from './recordRules.ts';
import { asQueued, lockOpenRecords, ofCards } from './recordStore.ts';

const { unused, using, used } = PackageUsageState.values;
const CARDS_AT_ONCE = 200;

const EVERYBODY = 'packages begin and end for everybody';

async function cardsWithDue(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const due = (state: 0 | 1, moment: 'starts_at' | 'ends_at') =>
    ctx
      .beyondScope(EVERYBODY)
      .selectFrom('orders.package_usage')
      .select('card_id')
      .where('state', '=', state)
      .where(moment, '<=', now)
      .orderBy(moment)
      .limit(CARDS_AT_ONCE)
      .execute();
  const rows = [...(await due(using, 'ends_at')), ...(await due(unused, 'starts_at'))];
  return [...new Set(rows.map(({ card_id }) => card_id))].slice(0, CARDS_AT_ONCE);
}

/** Begins and ends what is due on these cards, each record at its own moment, however late it is. Returns how many changed. */
async function passTime(ctx: Ctx, cardIds: readonly string[]): Promise<number> {
  const now = ctx.clock.now();
  const cards = await lockCards(ctx.beyondScope(EVERYBODY), cardIds);
  const records = await lockOpenRecords(ctx, cardIds);
  const changes = [...records.values()].flatMap((rows) => changesDue(rows.map(asQueued), now));
  for (const { id, becomes, at } of changes) {
    await ofCards(ctx)
      .updateTable('orders.package_usage')
      .set({ state: becomes === 'using' ? using : used, state_at: at })
      .where('id', '=', id)
      .execute();
  }
  if (changes.length === 0) return 0;
  await showPackages(ctx, [...records.keys()]);
  await announceCards(ctx, cards);
  return changes.length;
}

/** Begins and ends every record that is due. */
export async function sweepRecords(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const ids = await cardsWithDue(ctx);
    if (ids.length === 0) break;
    total += await ctx.transact((inside) => passTime(inside, ids));
  }
  return total;
}

export const sweepRecordsJob = job({
  name: 'orders.records',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await sweepRecords(ctx, signal);
  },
});
