import type { Ctx } from '../../../framework/context.ts';

export const CONFIRM_CHANGES = 'cards.confirmChanges';

/** Queues the job for the open changes of one account; at most one per key waits. */
export const confirmChangesAt = (ctx: Ctx, carrierAccountId: string, at?: Date): Promise<void> =>
  ctx.enqueue(
    { name: CONFIRM_CHANGES },
    { carrierAccountId },
    at ? { key: `${carrierAccountId}:later`, startAfter: at } : { key: carrierAccountId },
  );
