import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { LimitStrategyRow } from '../controlTables.ts';

type Usable = { readonly ownerId: string; readonly platform: Platform };

/**
 * Of these strategies those that something of this owner and carrier may refer to. They stay as they are until the change ends:
 * nobody disables or deletes them meanwhile.
 */
export async function usableLimits(
  ctx: Ctx,
  { ownerId, platform }: Usable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .selectFrom('control.limit_strategy')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .where('customer_id', '=', ownerId)
    .where('platform', '=', platform)
    .where('is_enabled', '=', true)
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Strategies by id, whether or not they are enabled. */
export async function limitsById(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, LimitStrategyRow>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('control.limit_strategy')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
