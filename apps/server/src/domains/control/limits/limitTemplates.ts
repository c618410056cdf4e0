import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { LimitStrategyRow } from '../controlTables.ts';

/** Strategies by id for a room that carries them out: whoever looks, and whether or not they are enabled. */
export async function limitTemplates(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, LimitStrategyRow>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx
    .beyondScope('what refers to a limit strategy acts on cards by it, whoever looks')
    .selectFrom('control.limit_strategy')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The enabled strategies of a customer, for choosing. */
export const limitsToChoose = (ctx: Ctx, ownerId: string): Promise<LimitStrategyRow[]> =>
  ctx.db
    .selectFrom('control.limit_strategy')
    .selectAll()
    .where('customer_id', '=', ownerId)
    .where('is_enabled', '=', true)
    .orderBy('name')
    .execute();
