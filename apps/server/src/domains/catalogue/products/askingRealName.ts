import type { Ctx } from '../../../framework/context.ts';

const WHY = 'what a card must have follows from its product, whoever may look at that product';

/** The codes of all products whose cards require a registered person or company. */
export async function codesAskingRealName(ctx: Ctx): Promise<string[]> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('catalogue.product')
    .select('code')
    .where('real_name_mode', 'is not', null)
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
}
