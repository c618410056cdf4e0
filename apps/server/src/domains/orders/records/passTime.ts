import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { Ctx } from '../../../framework/context.ts';
import { showPackages } from './cardPackages.ts';
import { changesDue } from './recordRules.ts';
import { asQueued, lockOpenRecords, ofCards, type UsageRow } from './recordStore.ts';
import { type RecordChange, tellOwners } from './tellOwners.ts';

const { using, used } = PackageUsageState.values;
const CHANGE = { using: 'activated', used: 'expired' } as const;

/** What runs and waits on cards now, by card, and how many records changed to get there. */
type Passed = { readonly open: Map<string, UsageRow[]>; readonly changed: number };

/**
 * Begins and ends what is due on these locked cards, each record at its own moment, however late it is; the records are held too.
 * Whoever adds or takes out a record asks this first, since the minute's job may not have come yet.
 */
export async function passTime(ctx: Ctx, cardIds: readonly string[]): Promise<Passed> {
  const open = await lockOpenRecords(ctx, cardIds);
  const now = ctx.clock.now();
  const told: RecordChange[] = [];
  const moved: string[] = [];
  for (const [cardId, records] of open) {
    const changes = changesDue(records.map(asQueued), now);
    if (changes.length === 0) continue;
    for (const { id, becomes, at } of changes) {
      await ofCards(ctx)
        .updateTable('orders.package_usage')
        .set({ state: becomes === 'using' ? using : used, state_at: at })
        .where('id', '=', id)
        .execute();
    }
    told.push(...changes.map(({ id, becomes, at }) => ({ id, change: CHANGE[becomes], at })));
    moved.push(cardId);
  }
  if (moved.length === 0) return { open, changed: 0 };
  await tellOwners(ctx, told);
  await showPackages(ctx, moved);
  const left = await lockOpenRecords(ctx, moved);
  for (const cardId of moved) open.set(cardId, left.get(cardId) ?? []);
  return { open, changed: told.length };
}
