import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import type { RecordChange } from './recordUse.ts';

/** A card whose days changed, with the packages on it whose totals are others now; none: all of it is overage. */
export type UseMoved = { readonly cardId: string; readonly records: readonly RecordChange[] };

/**
 * Later rooms hear what usage changed, once it is shared out, in the transaction of the reading, with the locks of its cards held.
 * Told of neither packages that begin or end (`orders.recordHearers`) nor of catching up.
 */
export const useHearers = extensionList<(ctx: Ctx, moved: readonly UseMoved[]) => Promise<void>>('metering.useHearers');
