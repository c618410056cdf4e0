import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { PackageUsageTable } from '../orderTables.ts';
import type { QueuedRecord } from './recordRules.ts';

export type UsageRow = Selectable<PackageUsageTable>;

const { unused, using } = PackageUsageState.values;

/** The states of a record that runs or waits. */
export const OPEN: readonly PackageUsageState[] = [unused, using];

export const ofCards = (ctx: Ctx) => ctx.beyondScope('the packages of cards that were locked within the scope');

/** What runs and waits on these locked cards, by card. Their records are held too. */
export async function lockOpenRecords(ctx: Ctx, cardIds: readonly string[]): Promise<Map<string, UsageRow[]>> {
  if (cardIds.length === 0) return new Map();
  const rows = await ofCards(ctx)
    .selectFrom('orders.package_usage')
    .selectAll()
    .where('card_id', 'in', [...cardIds])
    .where('state', 'in', OPEN)
    .orderBy('id')
    .forUpdate()
    .execute();
  return Map.groupBy(rows, (row) => row.card_id);
}

export const asQueued = (row: UsageRow): QueuedRecord => ({
  id: row.id,
  isMain: row.is_main,
  isUsing: row.state === using,
  follows: row.follows,
  position: BigInt(row.id),
  wish: { notBefore: row.not_before, postponeDays: row.postpone_days, zone: row.zone },
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  anchorDay: row.anchor_day,
});
