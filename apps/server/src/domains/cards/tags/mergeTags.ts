import { tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { mergeTags as endpoint } from '@cardinal/contract/api/cards/tags.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { moveTagUses, refuseUsedTag } from './tagUse.ts';

type EndingTag = { readonly id: string; readonly name: string; readonly color: string };

/** Takes the tag off every card; the history of its cards knows from then on that it ended, or which one they have instead. */
export async function endTag(ctx: Ctx, { id, name, color }: EndingTag, intoId: string | null): Promise<number> {
  const { numDeletedRows } = await ctx.db.deleteFrom('cards.card_tag').where('tag_id', '=', id).executeTakeFirst();
  await ctx.db
    .insertInto('cards.tag_ended')
    .values({
      tag_id: id,
      customer_id: accountOf(ctx).customerId,
      name,
      color,
      into_id: intoId,
      ended_at: ctx.clock.now(),
    })
    .execute();
  return Number(numDeletedRows);
}

/** Cards of the one get the other, each once; the one is gone afterwards. Into itself is no merge. */
export async function mergeTags(
  ctx: Ctx,
  { fromId, intoId }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  // Both in one order: a merge the other way round waits and does not lock up with this one.
  const ids = [fromId, intoId];
  const held = await ctx.db
    .selectFrom('cards.tag')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const [from, into] = ids.map((id) => held.find((tag) => tag.id === id));
  if (!from || !into || from === into) throw new Refused(tagNotFound);
  await refuseUsedTag(ctx, fromId, 'merge');
  const others = await moveTagUses(ctx, fromId, intoId);
  const tagged = ctx.db
    .selectFrom('cards.card_tag')
    .select((on) => ['card_id', on.val(intoId).as('tag_id'), 'customer_id'])
    .where('tag_id', '=', fromId);
  await ctx.db
    .insertInto('cards.card_tag')
    .columns(['card_id', 'tag_id', 'customer_id'])
    .expression(tagged)
    .onConflict((conflict) => conflict.columns(['card_id', 'tag_id']).doNothing())
    .execute();
  const cards = await endTag(ctx, from, intoId);
  await ctx.db.deleteFrom('cards.tag').where('id', '=', fromId).execute();
  ctx.note({
    objectKind: 'tag',
    objectId: intoId,
    summary: `${from.name} → ${into.name}`,
    before: { name: from.name },
    after: { name: into.name, cards, ...Object.fromEntries(others.map(({ kind, n }) => [kind.zh, n])) },
  });
  return { cards, others: others.map(({ kind, n }) => ({ kind: say(kind, ctx.language), n })) };
}
