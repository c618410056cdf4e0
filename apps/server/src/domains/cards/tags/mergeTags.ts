import { tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { mergeTags as endpoint } from '@cardinal/contract/api/cards/tags.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { moveTagUses, refuseUsedTag } from './tagUse.ts';

type EndingTag = { readonly id: string; readonly name: string; readonly color: string };

/** Removes the tag from every card; the history of its cards then shows that it ended, or which tag replaced it. */
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

/** Moves the cards of one tag to another, each once, and deletes the first. A merge into itself is refused. */
export async function mergeTags(
  ctx: Ctx,
  { fromId, intoId }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  // Locked in one order: a merge in the other direction waits instead of deadlocking.
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
