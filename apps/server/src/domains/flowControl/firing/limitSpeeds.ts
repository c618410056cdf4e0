import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { demandSpeeds } from '../../speedLimits/face.ts';
import { WHY } from '../firingTable.ts';
import { keyOf, keyOfReached, ONCE } from '../judging/firingKeys.ts';
import type { Reached } from '../judging/governedCards.ts';

const { LIMIT } = ControlAction.values;

/** Which strategies are behind what is done, by name: their text stays with their owner. */
export const namesText = (names: readonly string[]): Text =>
  text(`流控策略「${names.join('」「')}」`, `Flow-control strategy ${names.map((name) => `“${name}”`).join(', ')}`);

/**
 * Asks for the speeds of rules that limit these cards: what a new firing says, and a lower speed once usage has reached the next tier. Never
 * a higher one while the firing holds.
 */
export async function limitSpeeds(ctx: Ctx, reached: readonly Reached[]): Promise<void> {
  const speeds = new Map(
    reached.flatMap((each) =>
      each.kbps === null ? [] : [[keyOfReached(each), { ...each, kbps: each.kbps }] as const],
    ),
  );
  if (speeds.size === 0) return;
  const open = await ctx
    .beyondScope(WHY)
    .selectFrom('flow_control.firing as f')
    .leftJoin('speed_limits.v_demand as d', (on) =>
      on.onRef('d.card_id', '=', 'f.card_id').onRef('d.source_id', '=', 'f.id'),
    )
    .select(['f.id', 'f.card_id', 'd.kbps', ...ONCE.map((column) => `f.${column}` as const)])
    .where('f.action', '=', LIMIT)
    .where('f.state', 'in', ['waiting', 'confirmed'])
    .where('f.is_refuelled', '=', false)
    .where(sql<boolean>`f.usage_id = any(${[...speeds.values()].map(({ record }) => record.usage_id)}::bigint[])`)
    .execute();
  const demands = open.flatMap((row) => {
    const now = speeds.get(keyOf(row));
    if (!now || (row.kbps !== null && row.kbps <= now.kbps)) return [];
    const asks = { kbps: now.kbps, why: namesText([now.strategy.name]) };
    return [{ cardId: row.card_id, sourceId: row.id, asks }];
  });
  if (demands.length === 0) return;
  await sql`update flow_control.firing f set kbps = n.kbps
    from unnest(${demands.map(({ sourceId }) => sourceId)}::bigint[], ${demands.map(({ asks }) => asks.kbps)}::int[]) as n (id, kbps)
    where f.id = n.id`.execute(ctx.beyondScope(WHY));
  await demandSpeeds(ctx, demands);
}

/** Firings that are over ask for nothing any more. */
export const endSpeeds = (
  ctx: Ctx,
  ended: readonly { readonly id: string; readonly card_id: string }[],
): Promise<void> =>
  demandSpeeds(
    ctx,
    ended.map(({ id, card_id }) => ({ cardId: card_id, sourceId: id })),
  );
