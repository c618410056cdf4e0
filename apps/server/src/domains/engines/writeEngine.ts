import type {
  editEngine as editEndpoint,
  priceEngine as priceEndpoint,
  shelveEngine as shelfEndpoint,
} from '@cardinal/contract/api/engines/engines.ts';
import { engineUnitInUse } from '@cardinal/contract/api/engines/refusals.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { lockEngine, running } from './engineStore.ts';
import type { EngineRow } from './engineTables.ts';

export async function editEngine(
  ctx: Ctx,
  { id, version, ...asked }: BodyOf<typeof editEndpoint>,
): Promise<typeof DONE> {
  const before = await lockEngine(ctx, id, version);
  if (asked.unit !== before.unit) await refuseUnitInUse(ctx, id);
  return write(ctx, before, {
    name_zh: asked.nameZh,
    name_en: asked.nameEn,
    unit: asked.unit,
    trial_days: asked.trialDays,
    grace_days: asked.graceDays,
    access: asked.access,
  });
}

export async function shelveEngine(
  ctx: Ctx,
  { id, version, state }: BodyOf<typeof shelfEndpoint>,
): Promise<typeof DONE> {
  return write(ctx, await lockEngine(ctx, id, version), { state });
}

export async function priceEngine(
  ctx: Ctx,
  { id, version, listPrice, steps }: BodyOf<typeof priceEndpoint>,
): Promise<typeof DONE> {
  return write(ctx, await lockEngine(ctx, id, version), { list_price: listPrice, steps });
}

/** Running subscriptions were agreed in the old unit. */
async function refuseUnitInUse(ctx: Ctx, id: string): Promise<void> {
  const { n } = await running(ctx, ctx.clock.now())
    .select(sql<number>`count(*)::int`.as('n'))
    .where('s.engine_id', '=', id)
    .executeTakeFirstOrThrow();
  if (n > 0) throw refusedAt('unit', engineUnitInUse, { n });
}

type Terms = Pick<
  EngineRow,
  'name_zh' | 'name_en' | 'unit' | 'trial_days' | 'grace_days' | 'access' | 'state' | 'list_price' | 'steps'
>;

async function write(ctx: Ctx, before: EngineRow, { steps, ...change }: Partial<Terms>): Promise<typeof DONE> {
  await ctx.db
    .updateTable('engines.engine')
    .set({
      ...change,
      ...(steps ? { steps: JSON.stringify(steps) } : {}),
      version: before.version + 1,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', before.id)
    .execute();
  const after = { ...change, ...(steps ? { steps } : {}) };
  const keys = Object.keys(after) as (keyof typeof after)[];
  ctx.note({
    objectKind: 'engine',
    objectId: before.id,
    summary: text(before.name_zh, before.name_en),
    before: Object.fromEntries(keys.map((key) => [key, before[key]])),
    after,
  });
  return DONE;
}
