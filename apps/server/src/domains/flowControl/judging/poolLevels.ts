import type { Ctx } from '../../../framework/context.ts';
import { flowLevelsOf } from '../../flowPools/face.ts';
import { type Level, levelsOf, poolsOfCards } from '../../pools/face.ts';

/** How full the pool of each card is, of whatever kind; a card that is in none is absent. */
export async function poolLevelsOf(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, Level>> {
  const pools = await poolsOfCards(ctx, cardIds);
  const idsOf = (kind: 'card' | 'flow') => [...pools.values()].filter((pool) => pool.kind === kind).map(({ id }) => id);
  const levels = new Map([...(await levelsOf(ctx, idsOf('card'))), ...(await flowLevelsOf(ctx, idsOf('flow')))]);
  return new Map([...pools].map(([cardId, { id }]) => [cardId, levels.get(id) ?? null]));
}
