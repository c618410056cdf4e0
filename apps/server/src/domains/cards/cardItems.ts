import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type CarrierAccountFacts, QUIET, quietUntil } from '../carriers/face.ts';
import type { LeasedBatch, LeasedItem } from '../tasks/face.ts';

/**
 * Turns cards (alias `c`) into task items: identified by ICCID, in the lane of their carrier account. `details` is jsonb: what
 * the action needs per card besides the task's parameters.
 */
export const itemsWith = (details: RawBuilder<unknown>) =>
  [
    sql<string>`c.iccid`.as('target'),
    sql<string | null>`c.id`.as('target_id'),
    sql<string>`'carrier:' || c.carrier_account_id`.as('lane'),
    details.as('details'),
  ] as const;

export const AS_ITEMS = itemsWith(sql<unknown>`null::jsonb`);

/** The carrier account of a lane's cards. */
export const accountOfLane = (lane: string): string => lane.replace(/^carrier:/, '');

/** Items of one leased batch processed concurrently, however many calls an account may have in flight. */
const MOST_AT_ONCE = 8;

/** How many cards of an account are processed concurrently: the account's calls in flight, and one being prepared. */
export const askedAtOnce = (account: CarrierAccountFacts | undefined): number =>
  Math.min((account?.inFlight ?? 1) + 1, MOST_AT_ONCE);

/**
 * The items of a leased batch whose cards may be changed at their carrier now. The others wait for another batch; if all have
 * to wait, the lane is held until the first may be changed.
 */
export async function changeableItems(ctx: Ctx, batch: LeasedBatch): Promise<readonly LeasedItem[]> {
  const quiet = await quietUntil(
    ctx,
    accountOfLane(batch.lane),
    batch.items.map((item) => item.target),
  );
  if (quiet.size === 0) return batch.items;
  for (const item of batch.items) if (quiet.has(item.target)) batch.settle(item, { kind: 'again' });
  const ready = batch.items.filter((item) => !quiet.has(item.target));
  if (ready.length === 0) batch.holdLane(new Date(Math.min(...[...quiet.values()].map(Number))), QUIET);
  return ready;
}
