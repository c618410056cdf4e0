import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What came into these accounts since a moment, by account; the later room that enters transfers knows. */
export type Collected = (ctx: Ctx, accountIds: readonly string[], since: Date) => Promise<ReadonlyMap<string, bigint>>;

export const collectedPoint = extensionPoint<Collected>('payments.collected');

/** What came into these accounts since midnight in China. */
export async function collectedToday(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const collected = ctx.contributed(collectedPoint);
  if (!collected || accountIds.length === 0) return new Map();
  return collected(ctx, accountIds, startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, ctx.clock.now())));
}
