import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FlowFacts } from '../../control/face.ts';
import { WHY } from '../firingTable.ts';
import { factsOf, type GovernedRecord } from './governedCards.ts';

/** What is known of these main packages with what was added to them, whoever governs them. */
export async function shareOfCards(ctx: Ctx, usageIds: readonly string[]): Promise<ReadonlyMap<string, FlowFacts>> {
  if (usageIds.length === 0) return new Map();
  const { rows } = await sql<GovernedRecord>`
    select id as usage_id, card_id, flow_bytes, zone, starts_at, ends_at <= ${ctx.clock.now()} as is_over
    from orders.v_package_usage where id = any(${[...new Set(usageIds)]}::bigint[])`.execute(ctx.beyondScope(WHY));
  return factsOf(ctx, rows, false);
}
