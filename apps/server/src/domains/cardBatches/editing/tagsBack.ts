import { text } from '@cardinal/primitives/text.ts';
import { type Back, CHANGED_SINCE, type TagsValue } from '../../cardCommands/face.ts';
import type { Outcome } from '../../tasks/face.ts';

export const TAGS_GONE: Outcome = {
  kind: 'failed',
  code: 'tagGone',
  words: text('标签已被删除', 'Tag has been deleted'),
};

/** Removes the tags that were added and restores those that were removed; a card's other tags stay. */
export const backed = (had: ReadonlySet<string>, { from, to }: Back<TagsValue>): ReadonlySet<string> =>
  new Set([...[...had].filter((tag) => !from.tags.includes(tag)), ...to.tags]);

/** Only if the card has all the tags that were added and none of those removed, and these still exist. */
export function undoRefusal(
  had: ReadonlySet<string>,
  { from, to }: Back<TagsValue>,
  living: readonly string[],
): Outcome | undefined {
  if (!from.tags.every((tag) => had.has(tag)) || to.tags.some((tag) => had.has(tag))) return CHANGED_SINCE;
  return to.tags.every((tag) => living.includes(tag)) ? undefined : TAGS_GONE;
}
