import { flowStrategyNotFound } from '@cardinal/contract/api/control/flowStrategies.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql, type Updateable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FlowStrategyRow, FlowStrategyTable } from '../controlTables.ts';

const WHY = 'strategies act on the cards of their owners and those below, whoever looks';

/** A strategy that judges readings, with the packages it governs. */
export type RunningFlow = FlowStrategyRow & { readonly packageIds: readonly string[] };

/** Every strategy that is in shadow or on, does not rest at its brake, and governs a package. */
export async function runningFlows(ctx: Ctx): Promise<RunningFlow[]> {
  const db = ctx.beyondScope(WHY);
  const rows = await db
    .selectFrom('control.flow_strategy')
    .selectAll()
    .where('state', 'in', ['shadow', 'on'])
    .where('paused_at', 'is', null)
    .where(sql<boolean>`exists (select from control.flow_strategy_package p where p.strategy_id = flow_strategy.id)`)
    .orderBy('id')
    .execute();
  return rows.length === 0 ? [] : withPackages(ctx, rows);
}

/** Strategies with the packages they govern. */
export async function withPackages(ctx: Ctx, rows: readonly FlowStrategyRow[]): Promise<RunningFlow[]> {
  const governed = await ctx
    .beyondScope(WHY)
    .selectFrom('control.flow_strategy_package')
    .select(['strategy_id', 'package_id'])
    .where(sql<boolean>`strategy_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
  const of = Map.groupBy(governed, ({ strategy_id }) => strategy_id);
  return rows.map((row) => ({ ...row, packageIds: (of.get(row.id) ?? []).map(({ package_id }) => package_id) }));
}

/** Strategies as they are until the transaction ends: nobody switches or pauses them meanwhile. */
export const holdFlows = (ctx: Ctx, ids: readonly string[]): Promise<FlowStrategyRow[]> =>
  ctx
    .beyondScope(WHY)
    .selectFrom('control.flow_strategy')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** How strategies are called, for whoever is told what they did. */
export async function flowNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('control.flow_strategy')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The strategy if the caller sees it: for lists of what it did. */
export const flowsSeen = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('control.flow_strategy as s').select('s.id').where('s.id', '=', id);

/** A strategy that the caller sees, held for a change. */
export async function holdFlow(ctx: Ctx, id: string): Promise<FlowStrategyRow> {
  const row = await ctx.db
    .selectFrom('control.flow_strategy')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(flowStrategyNotFound);
  return row;
}

type Turned = Pick<
  Updateable<FlowStrategyTable>,
  | 'state'
  | 'paused_at'
  | 'brake_from'
  | 'shadow_since'
  | 'turned_at'
  | 'turned_by'
  | 'wanted_by_id'
  | 'wanted_by'
  | 'updated_at'
>;

/** Writes how a held strategy stands. */
export async function turnFlow(ctx: Ctx, id: string, set: Turned): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('control.flow_strategy')
    .set((row) => ({ ...set, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
