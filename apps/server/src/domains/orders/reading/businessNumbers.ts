import type { Ctx } from '../../../framework/context.ts';
import { maskedFor } from '../../cards/face.ts';

/** The business numbers of these cards, of those the caller still sees and as it may see them. */
export async function businessNumbers(
  ctx: Ctx,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'business_number as businessNumber'])
    .where('id', 'in', [...new Set(cardIds)])
    .execute();
  const shown = await maskedFor(ctx, cards);
  return new Map(cards.map(({ id }, at) => [id, shown[at]?.['businessNumber'] as string | null]));
}
