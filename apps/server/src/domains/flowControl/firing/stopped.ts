import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { WHY } from '../firingTable.ts';

/** Of these cards those that open firings hold stopped. */
export async function heldStopped(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('flow_control.firing')
    .select('card_id')
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('state', 'in', ['waiting', 'confirmed'])
    .where('action', '=', ControlAction.values.STOP)
    .execute();
  return new Set(rows.map(({ card_id }) => card_id));
}
