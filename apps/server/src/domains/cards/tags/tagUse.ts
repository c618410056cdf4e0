import { tagInUse } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';

/** What names a tag in a later room, in words: its kind and its name. */
export type TagUse = { readonly kind: Text; readonly name: string };
type Finding = (ctx: Ctx, tagId: string) => Promise<readonly TagUse[]>;

const findings: Finding[] = [];
const MOST_NAMED = 5;

/** A room whose rows name tags says here which of them do; cards themselves know none of these rooms. */
export function registerTagUse(find: Finding): void {
  if (!findings.includes(find)) findings.push(find);
}

/** Refuses the end of a tag that something still names, and says what. */
export async function refuseUsedTag(ctx: Ctx, tagId: string): Promise<void> {
  const uses: TagUse[] = [];
  for (const find of findings) uses.push(...(await find(ctx, tagId)));
  if (uses.length === 0) return;
  const named = uses.slice(0, MOST_NAMED);
  const rest = uses.length > MOST_NAMED ? ' …' : '';
  const where = text(
    `${named.map(({ kind, name }) => `${kind.zh}「${name}」`).join('、')}${rest}`,
    `${named.map(({ kind, name }) => `${kind.en} “${name}”`).join(', ')}${rest}`,
  );
  throw new Refused(tagInUse, { where });
}
