import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import type { Moved } from '../../metering/face.ts';

/**
 * Later rooms hear of which cards a pool gives another part of days from one on, in the transaction that draws them again. The locks
 * of the pool are held, and of its cards only those whose usage moved it: what each gets of a day depends on all of them.
 */
export const drawnHearers =
  extensionList<(ctx: Ctx, moved: readonly Moved[]) => Promise<void>>('flowPools.drawnHearers');
