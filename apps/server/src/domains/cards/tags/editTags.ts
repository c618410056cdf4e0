import { duplicateTag, tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type {
  createTag as createEndpoint,
  editTag as editEndpoint,
  mergeTags as mergeEndpoint,
} from '@cardinal/contract/api/cards/tags.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { moveTagUses, refuseUsedTag } from './tagUse.ts';

/** The unique index behind «a name once per customer». */
const UNIQUE_NAME = 'tag_customer_id_name_key';
const nameTaken = () => refusedAt('name', duplicateTag);

/** The caller's own tag, held until the transaction ends: nobody puts it on a card meanwhile. */
async function lockTag(ctx: Ctx, id: string) {
  const tag = await ctx.db.selectFrom('cards.tag').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!tag) throw new Refused(tagNotFound);
  return tag;
}

type Fields = BodyOf<typeof createEndpoint>;
const columnsOf = (body: Fields) => ({
  name: body.name,
  color: body.color,
  tag_group: body.group ?? null,
  remark: body.remark || null,
});

export async function createTag(ctx: Ctx, body: Fields): Promise<AnswerOf<typeof createEndpoint>> {
  const { accountId, account, customerId } = accountOf(ctx);
  const id = ctx.ids.next();
  const tag = {
    ...columnsOf(body),
    id,
    customer_id: customerId,
    created_by: accountId,
    created_by_name: account,
    created_at: ctx.clock.now(),
  };
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), ctx.db.insertInto('cards.tag').values(tag).execute());
  ctx.note({ objectKind: 'tag', objectId: id, summary: body.name, after: columnsOf(body) });
  return { id };
}

export async function editTag(ctx: Ctx, { id, ...body }: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const { name, color, tag_group, remark } = await lockTag(ctx, id);
  const after = columnsOf(body);
  const write = ctx.db.updateTable('cards.tag').set(after).where('id', '=', id).execute();
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), write);
  ctx.note({ objectKind: 'tag', objectId: id, summary: body.name, before: { name, color, tag_group, remark }, after });
  return DONE;
}

type EndingTag = { readonly id: string; readonly name: string; readonly color: string };

/** For the history of its cards: from now on none of them has the tag, or each has the other one. */
const noteEnd = (ctx: Ctx, { id, name, color }: EndingTag, intoId: string | null): Promise<unknown> =>
  ctx.db
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

/** Takes the tag off every card and away. */
export async function deleteTag(ctx: Ctx, id: string): Promise<typeof DONE> {
  const { name, color, tag_group, remark } = await lockTag(ctx, id);
  await refuseUsedTag(ctx, id, 'delete');
  await ctx.db.deleteFrom('cards.card_tag').where('tag_id', '=', id).execute();
  await ctx.db.deleteFrom('cards.tag').where('id', '=', id).execute();
  await noteEnd(ctx, { id, name, color }, null);
  ctx.note({ objectKind: 'tag', objectId: id, summary: name, before: { name, color, tag_group, remark } });
  return DONE;
}

/** Cards of the one get the other, each once; the one is gone afterwards. Into itself is no merge. */
export async function mergeTags(
  ctx: Ctx,
  { fromId, intoId }: BodyOf<typeof mergeEndpoint>,
): Promise<AnswerOf<typeof mergeEndpoint>> {
  if (fromId === intoId) throw new Refused(tagNotFound);
  // Two merges of the same tags the other way round wait for each other in one order.
  const [first, second] = BigInt(fromId) < BigInt(intoId) ? [fromId, intoId] : [intoId, fromId];
  const tags = [await lockTag(ctx, first), await lockTag(ctx, second)];
  await refuseUsedTag(ctx, fromId, 'merge');
  const others = await moveTagUses(ctx, fromId, intoId);
  const from = tags.find((tag) => tag.id === fromId);
  const into = tags.find((tag) => tag.id === intoId);
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
  const { numDeletedRows } = await ctx.db.deleteFrom('cards.card_tag').where('tag_id', '=', fromId).executeTakeFirst();
  await ctx.db.deleteFrom('cards.tag').where('id', '=', fromId).execute();
  if (from) await noteEnd(ctx, from, intoId);
  const cards = Number(numDeletedRows);
  ctx.note({
    objectKind: 'tag',
    objectId: intoId,
    summary: `${from?.name} → ${into?.name}`,
    before: { name: from?.name },
    after: { name: into?.name, cards, ...Object.fromEntries(others.map(({ kind, n }) => [kind.zh, n])) },
  });
  return { cards, others: others.map(({ kind, n }) => ({ kind: say(kind, ctx.language), n })) };
}
