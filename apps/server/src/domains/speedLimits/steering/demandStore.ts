import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { WHY } from '../speedLimitTables.ts';

/** What other rooms demand on cards, unless a person passed it over. */
export async function demandsOn(ctx: Ctx, cardIds: readonly string[]) {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('speed_limits.demand')
    .select(['card_id', 'kbps', 'why_zh', 'why_en'])
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('is_passed', '=', false)
    .orderBy('source_id')
    .execute();
  return Map.groupBy(
    rows.map(({ card_id, kbps, why_zh, why_en }) => ({ cardId: card_id, kbps, why: text(why_zh, why_en) })),
    ({ cardId }) => cardId,
  );
}

/** Whoever changes the speed by hand ends what is demanded by now. */
export async function passDemands(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.demand')
    .set({ is_passed: true })
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .execute();
}
