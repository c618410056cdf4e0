import type { LimitReset } from '@cardinal/contract/enumerations/control.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { type CycleRule, cycleOf } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { firstWholeDay } from '../../control/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { overageSince, usesOf } from '../../metering/face.ts';
import { daysOfCards } from '../../usage/face.ts';
import { WHY } from '../speedLimitTables.ts';

const { using } = PackageUsageState.values;

export type InUse = {
  readonly id: string;
  readonly card_id: string;
  readonly package_id: string;
  readonly is_main: boolean;
  readonly starts_at: Date;
};

/** What cards have in use, main packages first. */
export async function packagesInUse(
  ctx: Ctx,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InUse[]>> {
  if (cardIds.length === 0) return new Map();
  const { rows } = await sql<InUse>`
    select id, card_id, package_id, is_main, starts_at from orders.v_package_usage
    where card_id = any(${[...cardIds]}::bigint[]) and state = ${using} and ends_at > ${ctx.clock.now()}
    order by is_main desc, id`.execute(ctx.beyondScope(WHY));
  return Map.groupBy(rows, ({ card_id }) => card_id);
}

export const mainOf = (inUse: ReadonlyMap<string, readonly InUse[]>, cardId: string): InUse | undefined =>
  inUse.get(cardId)?.find(({ is_main }) => is_main);

type Counting = {
  readonly reset: LimitReset;
  /** Days of other customers do not count. */
  readonly ownerId: string;
  /** The first day of a volume that never begins anew. */
  readonly firstDay: string;
  readonly cycle: CycleRule;
  readonly cardIds: readonly string[];
  readonly inUse: ReadonlyMap<string, readonly InUse[]>;
};

/** What of the usage of cards counts for a limit, in bytes. */
export async function countedUses(ctx: Ctx, of: Counting): Promise<ReadonlyMap<string, bigint>> {
  if (of.reset === 'recordEnd') return usedOfPackages(ctx, of);
  const now = ctx.clock.now();
  const fromDay = of.reset === 'cycle' ? dayText(cycleOf(now, of.cycle).start, of.cycle.zone) : of.firstDay;
  const own = new Set(await subtreeIds(ctx.beyondScope(WHY), of.ownerId));
  const days = await daysOfCards(
    ctx,
    of.cardIds.map((cardId) => ({ cardId, fromDay })),
  );
  return new Map(
    of.cardIds.map((id) => [
      id,
      (days.get(id) ?? []).reduce((sum, { customerId, bytes }) => (own.has(customerId) ? sum + bytes : sum), 0n),
    ]),
  );
}

/** Of the packages in use, and beyond them since the main one began. */
async function usedOfPackages(ctx: Ctx, { cardIds, inUse, cycle }: Counting): Promise<ReadonlyMap<string, bigint>> {
  const own = (cardId: string) => inUse.get(cardId) ?? [];
  const [uses, overage] = [
    await usesOf(
      ctx,
      cardIds.flatMap((id) => own(id).map((each) => each.id)),
    ),
    await overageSince(
      ctx,
      cardIds.flatMap((cardId) => {
        const main = mainOf(inUse, cardId);
        return main ? [{ cardId, fromDay: firstWholeDay(main.starts_at, cycle.zone) }] : [];
      }),
    ),
  ];
  return new Map(
    cardIds.map((cardId) => [
      cardId,
      own(cardId).reduce((sum, { id }) => sum + (uses.get(id) ?? 0n), overage.get(cardId) ?? 0n),
    ]),
  );
}
