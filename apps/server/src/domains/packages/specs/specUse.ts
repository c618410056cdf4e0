import { specInUse, specNotFound } from '@cardinal/contract/api/packages/specRefusals.ts';
import type { enableFlowSpec } from '@cardinal/contract/api/packages/specs.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';

export type SpecColumn = 'flow_spec_id' | 'voice_spec_id' | 'period_spec_id';

/** How many packages have a version made from each of these specifications. */
export async function packagesUsing(
  ctx: Ctx,
  column: SpecColumn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('packages.package_version')
    .select([sql<string>`${sql.ref(column)}`.as('spec'), sql<string>`count(distinct package_id)`.as('n')])
    .where(column, 'in', [...ids])
    .groupBy(column)
    .execute();
  return new Map(rows.map(({ spec, n }) => [spec, Number(n)]));
}

export async function refuseIfUsed(ctx: Ctx, column: SpecColumn, id: string): Promise<void> {
  const n = (await packagesUsing(ctx, column, [id])).get(id) ?? 0;
  if (n > 0) throw new Refused(specInUse, { n });
}

/** Narrows a list of specifications to those no package uses, or to those in use. */
export const byUse =
  (column: SpecColumn) =>
  (query: AnyQuery, { unused }: { unused?: unknown }): AnyQuery =>
    unused === undefined
      ? query
      : query.where(
          sql<boolean>`exists (select from packages.package_version v where v.${sql.ref(column)} = t.id) <> ${unused === true}`,
        );

export async function enableSpec(
  ctx: Ctx,
  table: 'packages.flow_spec' | 'packages.voice_spec' | 'packages.period_spec',
  objectKind: string,
  { id, isEnabled }: BodyOf<typeof enableFlowSpec>,
): Promise<typeof DONE> {
  const before = await ctx.db
    .selectFrom(table)
    .select(['name', 'is_enabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refused(specNotFound);
  await ctx.db
    .updateTable(table)
    .set({ is_enabled: isEnabled, updated_at: ctx.clock.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind,
    objectId: id,
    summary: before.name,
    before: { isEnabled: before.is_enabled },
    after: { isEnabled },
  });
  return DONE;
}
