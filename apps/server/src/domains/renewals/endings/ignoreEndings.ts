import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { ignorePackageEndings as endpoint } from '@cardinal/contract/api/renewals/packageEndings.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';

const PAST = text('日期须为今天或以后', 'The day must be today or later');

/** Ignores the end of these cards' packages until a day, or no longer; cards the caller does not see are left out, and refused where nothing else is named. */
export async function ignoreEndings(
  ctx: Ctx,
  { cardIds, until }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  if (until !== null && until < dayText(ctx.clock.now())) {
    throw new Refused(invalid, {}, [{ field: 'until', text: PAST }]);
  }
  const seen = await ctx.db.selectFrom('cards.v_card').select('id').where('id', 'in', cardIds).execute();
  const { customerId } = accountOf(ctx);
  const ids = seen.map(({ id }) => id);
  if (ids.length === 0) throw new Refused(cardNotFound);
  ctx.note({ objectKind: 'card', after: { cards: ids.length, until } });
  if (until === null) {
    await ctx.db
      .deleteFrom('renewals.ignored_ending')
      .where('customer_id', '=', customerId)
      .where('card_id', 'in', ids)
      .execute();
  } else {
    await ctx.db
      .insertInto('renewals.ignored_ending')
      .values(ids.map((card_id) => ({ customer_id: customerId, card_id, until })))
      .onConflict((conflict) => conflict.columns(['customer_id', 'card_id']).doUpdateSet({ until }))
      .execute();
  }
  return { cards: ids.length };
}
