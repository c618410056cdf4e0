import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { ofPools } from '../cycles/poolStore.ts';

/** What the main package in use of each of these cards grants in a period; absent where it is another one, or none. */
export async function allowancesOf(
  ctx: Ctx,
  cardIds: readonly string[],
  packageId: string,
): Promise<ReadonlyMap<string, bigint>> {
  const now = ctx.clock.now();
  const rows = await ofPools(ctx)
    .selectFrom('orders.v_main_package')
    .select(['card_id', 'flow_bytes'])
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('package_id', '=', packageId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.card_id, BigInt(row.flow_bytes ?? 0)]));
}
