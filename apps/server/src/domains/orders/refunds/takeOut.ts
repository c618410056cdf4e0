import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { SoldPackage } from '../ordering/soldPackage.ts';
import { moveUp, type PackagePeriod } from '../records/recordRules.ts';
import { asQueued, ofCards, type UsageRow } from '../records/recordStore.ts';
import { type RecordChange, tellOwners } from '../records/tellOwners.ts';

const { unused, using, unsubscribed } = PackageUsageState.values;

/** An add-on that follows is taken out with the main record in use. */
export function withFollowers(open: readonly UsageRow[], taken: readonly UsageRow[]): UsageRow[] {
  const isMainTaken = taken.some((record) => record.is_main && record.state === using);
  const ids = new Set(taken.map(({ id }) => id));
  return open.filter((record) => ids.has(record.id) || (isMainTaken && !record.is_main && record.follows));
}

/** Ends these records of a locked card; the main ones behind them move up, and the first begins where nothing else is in use. */
export async function takeOut(
  ctx: Ctx,
  open: readonly UsageRow[],
  taken: readonly UsageRow[],
  versions: ReadonlyMap<string, SoldPackage>,
): Promise<void> {
  const now = ctx.clock.now();
  const ids = taken.map(({ id }) => id);
  await ofCards(ctx)
    .updateTable('orders.package_usage')
    .set({ state: unsubscribed, state_at: now })
    .where('id', 'in', ids)
    .execute();
  const told: RecordChange[] = ids.map((id) => ({ id, change: 'unsubscribed', at: now }));
  told.push(...(await moveUpBehind(ctx, open, taken, versions)));
  await tellOwners(ctx, told);
}

/** Returns those that began with it. */
async function moveUpBehind(
  ctx: Ctx,
  open: readonly UsageRow[],
  taken: readonly UsageRow[],
  versions: ReadonlyMap<string, SoldPackage>,
): Promise<RecordChange[]> {
  const now = ctx.clock.now();
  const ids = taken.map(({ id }) => id);
  const first = taken.find((record) => record.is_main);
  if (!first) return [];
  const left = open.filter(({ id }) => !ids.includes(id));
  const periods = new Map(
    left.map((record): [string, PackagePeriod] => {
      const sold = versions.get(record.package_version_id) as SoldPackage;
      return [record.id, sold.periodIn({ zone: record.zone, cycleDay: record.cycle_day })];
    }),
  );
  const planned = moveUp(
    [...left, first].map(asQueued),
    asQueued(first),
    (id) => periods.get(id) as PackagePeriod,
    now,
  );
  for (const { id, startsAt, endsAt, anchorDay } of planned) {
    const hasBegun = startsAt <= now;
    await ofCards(ctx)
      .updateTable('orders.package_usage')
      .set({
        starts_at: startsAt,
        ends_at: endsAt,
        anchor_day: anchorDay,
        state: hasBegun ? using : unused,
        ...(hasBegun ? { state_at: now } : {}),
      })
      .where('id', '=', id)
      .execute();
  }
  const running = new Set(left.filter(({ state }) => state === using).map(({ id }) => id));
  return planned
    .filter(({ id, startsAt }) => startsAt <= now && !running.has(id))
    .map(({ id, startsAt }) => ({ id, change: 'activated', at: startsAt }));
}
