import { tagNotFound, tooManyTags } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { tagChips as endpoint } from '@cardinal/contract/api/esim/chips.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { tagOptions } from '../../cards/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { chipsAsked } from './chipsAsked.ts';
import { tagsOfChips } from './chipTags.ts';

/** Puts the caller's own tags on chips or takes them off; all of them or none. */
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

type Change = { readonly eid: string; readonly added: readonly string[]; readonly removed: readonly string[] };

async function writeTags(ctx: Ctx, customerId: string, changes: readonly Change[]): Promise<void> {
  const pairs = (pick: (change: Change) => readonly string[]) =>
    changes.flatMap((change) => pick(change).map((tagId) => [change.eid, tagId] as const));
  const [added, removed] = [pairs((change) => change.added), pairs((change) => change.removed)];
  if (removed.length > 0) {
    await sql`
      delete from esim.chip_tag t using unnest(
        ${removed.map(([eid]) => eid)}::text[], ${removed.map(([, tag]) => tag)}::bigint[]) as g (eid, tag_id)
      where t.eid = g.eid and t.tag_id = g.tag_id and t.customer_id = ${customerId}::bigint`.execute(
      ctx.beyondScope('the tags of the caller’s own customer, named in the predicate'),
    );
  }
  if (added.length === 0) return;
  await sql`
    insert into esim.chip_tag (eid, tag_id, customer_id)
    select eid, tag_id, ${customerId}::bigint
    from unnest(${added.map(([eid]) => eid)}::text[], ${added.map(([, tag]) => tag)}::bigint[]) as g (eid, tag_id)
    on conflict do nothing`.execute(ctx.db);
}
