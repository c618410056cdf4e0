import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { actDue, type DueRow, type DueRows } from '../../../framework/dueRows.ts';
import { announceCards, lockCards } from '../../cards/face.ts';
import { showPackages } from './cardPackages.ts';
import { changesDue } from './recordRules.ts';
import { asQueued, lockOpenRecords, ofCards } from './recordStore.ts';

const { unused, using, used } = PackageUsageState.values;

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

/** Begins and ends what is due on the cards of these records, each record at its own moment, however late it is. */
async function passTime(ctx: Ctx, due: readonly DueRow[]): Promise<number> {
  const now = ctx.clock.now();
  const { ids, cards } = await lockCardsOf(ctx, due);
  const records = await lockOpenRecords(ctx, ids);
  const changes = [...records.values()].flatMap((rows) => changesDue(rows.map(asQueued), now));
  for (const { id, becomes, at } of changes) {
    await ofCards(ctx)
      .updateTable('orders.package_usage')
      .set({ state: becomes === 'using' ? using : used, state_at: at })
      .where('id', '=', id)
      .execute();
  }
  await showPackages(ctx, [...records.keys()]);
  await announceCards(ctx, cards);
  return changes.length;
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
      changed += await passTime(inside, rows);
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
