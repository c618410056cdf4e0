import { text } from '@cardinal/primitives/text.ts';
import type { Json, LeasedItem, Outcome } from '../../tasks/face.ts';

/** What an undo item carries for its card: the value the undone batch set, and the one before. */
export type Back<V> = { readonly from: V; readonly to: V };

/**
 * The values actions record per processed item (`before`, `after`), and get back as the two ends of its undo. For tags these
 * are the removed ones (before) and the added ones (after); a card's other tags are not affected.
 */
export type RemarkValue = { readonly remark: string | null };
export type ProductValue = { readonly product: string | null; readonly version: number | null };
export type ImeiValue = { readonly imei: string | null };
/** As ISO 8601. */
export type ServicePeriodValue = { readonly servicePeriodEnd: string | null };
/** A card's owner, and its product there. */
export type AllocationValue = {
  readonly customer: string;
  readonly product: string | null;
  readonly version: number | null;
};
export type TagsValue = { readonly tags: readonly string[] };

/** What an undo item restores; undefined for items of ordinary tasks. */
export function undoValueOf<V>({ details }: Pick<LeasedItem, 'details'>): Back<V> | undefined {
  if (!details || typeof details !== 'object' || !('back' in details)) return undefined;
  return details['back'] as unknown as Back<V>;
}

/** Somebody changed it after the preview. */
export const CHANGED_SINCE: Extract<Outcome, { kind: 'skipped' }> = {
  kind: 'skipped',
  code: 'changedSince',
  words: text('此后已被修改', 'Changed since'),
};

/** The outcome of a processed item, with what its undo will need. */
export const doneWith = <V extends Json>(before: V, after: V): Outcome => ({ kind: 'done', before, after });
