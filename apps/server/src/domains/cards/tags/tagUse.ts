import { tagInUse } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** What names a tag in a later room, in words: its kind and its name. */
export type TagUse = { readonly tagId: string; readonly kind: Text; readonly name: string };
type Finding = (ctx: Ctx, tagIds: readonly string[]) => Promise<readonly TagUse[]>;

type Moved = { readonly kind: Text; readonly n: number };
/** What had the one tag has the other; answers what that is and how many. */
export type TagMove = (ctx: Ctx, fromId: string, intoId: string) => Promise<Moved>;

const MOST_NAMED = 5;

/**
 * Rows of later rooms that name tags. With `move` a merge takes them along; without it, the tag stays while they name it.
 */
export const tagUse = extensionList<{ readonly find: Finding; readonly move?: TagMove }>('cards.tagUse');

/** Takes what other rooms have under the one tag over to the other; what is nothing is left out. */
export async function moveTagUses(ctx: Ctx, fromId: string, intoId: string) {
  const moved: Moved[] = [];
  for (const { move } of ctx.contributed(tagUse)) if (move) moved.push(await move(ctx, fromId, intoId));
  return moved.filter(({ n }) => n > 0);
}

const usesOf = async (ctx: Ctx, tagIds: readonly string[], isMerge = false): Promise<TagUse[]> => {
  const finding = ctx.contributed(tagUse).filter(({ move }) => !(isMerge && move));
  return (await Promise.all(finding.map(({ find }) => find(ctx, tagIds)))).flat();
};

/** What names each of these tags, in one text; a tag that nothing names is not there. */
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

/** Refuses the end of a tag that something still names, and says what; in a merge, of what does not come along. */
export async function refuseUsedTag(ctx: Ctx, tagId: string, ending: 'delete' | 'merge'): Promise<void> {
  const uses = await usesOf(ctx, [tagId], ending === 'merge');
  if (uses.length > 0) throw new Refused(tagInUse, { where: namesOf(uses) });
}
