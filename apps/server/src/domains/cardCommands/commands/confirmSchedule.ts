import type { Ctx } from '../../../framework/context.ts';

/** The job that follows up one account's open commands; at most one per key waits. */
export const CONFIRM_JOB = 'cards.confirm';

/** Called in the transaction that records the request. */
export const confirmSoon = (ctx: Ctx, carrierAccountId: string): Promise<void> =>
  ctx.enqueue({ name: CONFIRM_JOB }, { carrierAccountId }, { key: carrierAccountId });

/** Schedules a later check under a key of its own, so that an immediate job can still be queued. */
export const confirmLater = (ctx: Ctx, carrierAccountId: string, at: Date): Promise<void> =>
  ctx.enqueue({ name: CONFIRM_JOB }, { carrierAccountId }, { key: `${carrierAccountId}:later`, startAfter: at });
