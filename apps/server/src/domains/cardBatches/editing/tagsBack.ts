import { text } from '@cardinal/primitives/text.ts';
import { type Back, CHANGED_SINCE, type TagsValue } from '../../cardCommands/face.ts';
import type { Outcome } from '../../tasks/face.ts';

export const TAGS_GONE: Outcome = {
  kind: 'failed',
  code: 'tagGone',
  words: text('标签已被删除', 'Tag has been deleted'),
};

/** The labels that were put on go, those that were taken off come back; a card's others stay. */
export const backed = (had: ReadonlySet<string>, { from, to }: Back<TagsValue>): ReadonlySet<string> =>
  new Set([...[...had].filter((tag) => !from.tags.includes(tag)), ...to.tags]);

/** Only while the card has all that were put on and none of those taken off, and these still exist. */
export function notBack(
  had: ReadonlySet<string>,
  { from, to }: Back<TagsValue>,
  living: readonly string[],
): Outcome | undefined {
  if (!from.tags.every((tag) => had.has(tag)) || to.tags.some((tag) => had.has(tag))) return CHANGED_SINCE;
  return to.tags.every((tag) => living.includes(tag)) ? undefined : TAGS_GONE;
}
