import { text } from '@cardinal/primitives/text.ts';
import type { Json, Outcome, TurnItem } from '../../tasks/face.ts';

/** What an item of an undo carries beside its card: the value the undone batch set, and the one that stood before. */
export type Back<V> = { readonly from: V; readonly to: V };

/**
 * The values the actions note of each item they do (`before`, `after`), and get back as the two ends of its undo. Those of
 * tags are the ones taken off (before) and put on (after): a card's other tags are nobody's concern.
 */
export type RemarkValue = { readonly remark: string | null };
export type ProductValue = { readonly product: string | null; readonly version: number | null };
export type ImeiValue = { readonly imei: string | null };
/** The moment as ISO 8601. */
export type ServicePeriodValue = { readonly servicePeriodEnd: string | null };
/** Whose a card is, and the product it has there. */
export type AllocationValue = {
  readonly customer: string;
  readonly product: string | null;
  readonly version: number | null;
};
export type TagsValue = { readonly tags: readonly string[] };

/** The way back of an item; undefined for items of ordinary tasks. */
export function backOf<V>({ details }: Pick<TurnItem, 'details'>): Back<V> | undefined {
  if (!details || typeof details !== 'object' || !('back' in details)) return undefined;
  return details['back'] as unknown as Back<V>;
}

/** Somebody changed it between the preview and this moment. */
export const CHANGED_SINCE: Extract<Outcome, { kind: 'skipped' }> = {
  kind: 'skipped',
  code: 'changedSince',
  words: text('此后已被修改', 'Changed since'),
};

/** The outcome of an item that was done, with what its undo will need. */
export const doneWith = <V extends Json>(before: V, after: V): Outcome => ({ kind: 'done', before, after });
