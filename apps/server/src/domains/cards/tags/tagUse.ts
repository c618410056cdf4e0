import { tagInUse } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** What names a tag in a later room, in words: its kind and its name. */
export type TagUse = { readonly tagId: string; readonly kind: Text; readonly name: string };
type Finding = (ctx: Ctx, tagIds: readonly string[]) => Promise<readonly TagUse[]>;

/** What had the one tag has the other; answers what that is and how many. */
export type TagMove = (
  ctx: Ctx,
  fromId: string,
  intoId: string,
) => Promise<{ readonly kind: Text; readonly n: number }>;

const MOST_NAMED = 5;

/**
 * Rows of later rooms that name tags. With `move` a merge takes them along; without it, the tag stays while they name it.
 */
export const tagUse = extensionList<{ readonly find: Finding; readonly move?: TagMove }>('cards.tagUse');

/** Takes what other rooms have under the one tag over to the other; what is nothing is left out. */
export async function moveTagUses(ctx: Ctx, fromId: string, intoId: string) {
  const moved: Awaited<ReturnType<TagMove>>[] = [];
  for (const { move } of ctx.contributed(tagUse)) if (move) moved.push(await move(ctx, fromId, intoId));
  return moved.filter(({ n }) => n > 0);
}

/** What names each of these tags, in one text; a tag that nothing names is not there. */
export async function tagUses(ctx: Ctx, tagIds: readonly string[]): Promise<ReadonlyMap<string, Text>> {
  if (tagIds.length === 0) return new Map();
  const uses: TagUse[] = [];
  for (const { find } of ctx.contributed(tagUse)) uses.push(...(await find(ctx, tagIds)));
  const byTag = Map.groupBy(uses, ({ tagId }) => tagId);
  return new Map([...byTag].map(([tagId, named]) => [tagId, namesOf(named)]));
}

/** The first few of them by kind and name. */
function namesOf(uses: readonly TagUse[]): Text {
  const named = uses.slice(0, MOST_NAMED);
  const rest = uses.length > MOST_NAMED ? ' …' : '';
  return text(
    `${named.map(({ kind, name }) => `${kind.zh}「${name}」`).join('、')}${rest}`,
    `${named.map(({ kind, name }) => `${kind.en} “${name}”`).join(', ')}${rest}`,
  );
}

/** Refuses the end of a tag that something still names, and says what; in a merge, of what does not come along. */
export async function refuseUsedTag(ctx: Ctx, tagId: string, ending: 'delete' | 'merge'): Promise<void> {
  const uses: TagUse[] = [];
  for (const { find, move } of ctx.contributed(tagUse))
    if (ending === 'delete' || !move) uses.push(...(await find(ctx, [tagId])));
  if (uses.length > 0) throw new Refused(tagInUse, { where: namesOf(uses) });
}
