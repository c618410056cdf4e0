import { tagInUse } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** What refers to a tag in a later room, in words: its kind and its name. */
export type TagUse = { readonly tagId: string; readonly kind: Text; readonly name: string };
type Finding = (ctx: Ctx, tagIds: readonly string[]) => Promise<readonly TagUse[]>;

type Moved = { readonly kind: Text; readonly n: number };
/** Moves references from one tag to another; returns what they are and how many. */
export type TagMove = (ctx: Ctx, fromId: string, intoId: string) => Promise<Moved>;

const MOST_NAMED = 5;

/**
 * Rows of later rooms that refer to tags, which block deleting the tag. With `move` a merge moves them; without it they block a
 * merge too.
 */
export const tagUse = extensionList<{ readonly find: Finding; readonly move?: TagMove }>('cards.tagUse');

/** Moves the references of other rooms to the other tag; empty results are left out. */
export async function moveTagUses(ctx: Ctx, fromId: string, intoId: string) {
  const moved: Moved[] = [];
  for (const { move } of ctx.contributed(tagUse)) if (move) moved.push(await move(ctx, fromId, intoId));
  return moved.filter(({ n }) => n > 0);
}

const usesOf = async (ctx: Ctx, tagIds: readonly string[], isMerge = false): Promise<TagUse[]> => {
  const finding = ctx.contributed(tagUse).filter(({ move }) => !(isMerge && move));
  return (await Promise.all(finding.map(({ find }) => find(ctx, tagIds)))).flat();
};

/** What refers to each of these tags, as one text; a tag without references is absent. */
export async function tagUses(ctx: Ctx, tagIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byTag = Map.groupBy(await usesOf(ctx, tagIds), ({ tagId }) => tagId);
  return new Map([...byTag].map(([tagId, named]) => [tagId, say(namesOf(named), ctx.language)]));
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

/** Refuses to end a tag that is still referred to, and names the references; for a merge only those that cannot be moved. */
export async function refuseUsedTag(ctx: Ctx, tagId: string, ending: 'delete' | 'merge'): Promise<void> {
  const uses = await usesOf(ctx, [tagId], ending === 'merge');
  if (uses.length > 0) throw new Refused(tagInUse, { where: namesOf(uses) });
}
