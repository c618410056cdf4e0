import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { actDue, type DueRow, type DueRows } from '../../../framework/dueRows.ts';
import { announceCards, lockCards } from '../../cards/face.ts';
import { passTime } from './passTime.ts';

const { unused, using } = PackageUsageState.values;

const EVERYBODY = 'packages begin and end for everybody';

async function lockCardsOf(ctx: Ctx, due: readonly DueRow[]) {
  const db = ctx.beyondScope(EVERYBODY);
  const rows = await db
    .selectFrom('orders.package_usage')
    .select('card_id')
    .distinct()
    .where(
      'id',
      'in',
      due.map(({ key }) => key),
    )
    .execute();
  const ids = rows.map(({ card_id }) => card_id);
  return { ids, cards: await lockCards(db, ids) };
}

/**
 * Begins and ends every record that is due; a card that fails stops no other. Those that end come first: what ends a main record
 * begins the one behind it in the same transaction. Returns how many changed.
 */
export async function sweepRecords(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  const dueRecords = (state: PackageUsageState, due: 'starts_at' | 'ends_at'): DueRows => ({
    table: 'orders.package_usage',
    key: 'id',
    due,
    waiting: sql`state = ${sql.lit(state)}`,
    atOnce: 200,
    lockFirst: async (inside, rows) => {
      await lockCardsOf(inside, rows);
    },
    act: async (inside, rows) => {
      const { ids, cards } = await lockCardsOf(inside, rows);
      changed += (await passTime(inside, ids)).changed;
      await announceCards(inside, cards);
    },
  });
  await actDue(ctx, dueRecords(using, 'ends_at'), signal);
  await actDue(ctx, dueRecords(unused, 'starts_at'), signal);
  return changed;
}

export const sweepRecordsJob = job({
  name: 'orders.records',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await sweepRecords(ctx, signal);
  },
});
