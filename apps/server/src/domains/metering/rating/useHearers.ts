import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import type { Moved, RecordChange } from './recordUse.ts';

/** A card whose days changed, with the packages on it whose totals are others now; none: all of it is overage. */
export type UseMoved = { readonly cardId: string; readonly records: readonly RecordChange[] };

/**
 * Later rooms hear what usage changed, once it is shared out, in the transaction of the reading, with the locks of its cards held.
 * Told of neither packages that begin or end (`orders.recordHearers`) nor of catching up.
 */
export const useHearers = extensionList<(ctx: Ctx, moved: readonly UseMoved[]) => Promise<void>>('metering.useHearers');

/**
 * Later rooms hear from which day on cards' days were shared out anew, in that transaction, with the locks of the cards held: whatever
 * changed them, readings, packages that begin and end, or catching up. Told before `useHearers`.
 */
export const shareHearers =
  extensionList<(ctx: Ctx, moved: readonly Moved[]) => Promise<void>>('metering.shareHearers');
