import { tagNotFound, tooManyTags } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { tagChips as endpoint } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { tagOptions } from '../../cards/face.ts';
import { tagsOfChips, writeTags } from '../../esim/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { chipsAsked } from './chipsAsked.ts';

/** Adds or removes the caller's own tags on chips; all or none. */
export async function tagChips(
  ctx: Ctx,
  { eids, tagIds, mode }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { customerId } = accountOf(ctx);
  const chips = await chipsAsked(ctx, eids);
  const own = new Map((await tagOptions(ctx)).map(({ id, name }) => [id, name]));
  if (!tagIds.every((id) => own.has(id))) throw new Refused(tagNotFound);
  const { tagsPerCard } = await limitsOf(ctx.db);
  const had = await tagsOfChips(
    ctx,
    chips.map(({ eid }) => eid),
  );
  const changes = chips.flatMap(({ eid }) => {
    const before = new Set((had.get(eid) ?? []).map(({ id }) => id));
    const after = new Set(afterwards(before, tagIds, mode));
    const added = [...after].filter((id) => !before.has(id));
    const removed = [...before].filter((id) => !after.has(id));
    if (after.size > tagsPerCard && added.length > 0) throw new Refused(tooManyTags, { most: tagsPerCard });
    return added.length + removed.length > 0 ? [{ eid, added, removed }] : [];
  });
  await writeTags(ctx, customerId, changes);
  const names = tagIds.map((id) => own.get(id)).join(' ');
  ctx.note({ objectKind: 'esimCard', summary: `${mode} ${names}`, after: { eids: chips.length, tags: names } });
  return { changed: changes.length };
}

function afterwards(before: ReadonlySet<string>, tagIds: readonly string[], mode: BodyOf<typeof endpoint>['mode']) {
  if (mode === 'replace') return tagIds;
  return mode === 'add' ? [...before, ...tagIds] : [...before].filter((id) => !tagIds.includes(id));
}
