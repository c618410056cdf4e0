import type { Ctx } from '../../../framework/context.ts';

/** The job that looks after the open commands of one account; at most one of a key waits. */
export const CONFIRM_JOB = 'cards.confirm';

/** In the transaction in which the carrier has been asked. */
export const confirmSoon = (ctx: Ctx, carrierAccountId: string): Promise<void> =>
  ctx.enqueue({ name: CONFIRM_JOB }, { carrierAccountId }, { key: carrierAccountId });

/** For a look in some time, under a key of its own: beside the job that may be wanted at once. */
export const confirmLater = (ctx: Ctx, carrierAccountId: string, at: Date): Promise<void> =>
  ctx.enqueue({ name: CONFIRM_JOB }, { carrierAccountId }, { key: `${carrierAccountId}:later`, startAfter: at });
