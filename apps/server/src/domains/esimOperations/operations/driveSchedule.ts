import type { Ctx } from '../../../framework/context.ts';

export const DRIVE_JOB = 'esim.drive';

/** Has the operations of an account looked after; in the transaction of the change that needs it. */
export const driveSoon = (ctx: Ctx, accountId: string): Promise<void> =>
  ctx.enqueue({ name: DRIVE_JOB }, { carrierAccountId: accountId }, { key: accountId });

/** The same at a moment that is further off. */
export const driveAt = (ctx: Ctx, accountId: string, at: Date): Promise<void> =>
  ctx.enqueue({ name: DRIVE_JOB }, { carrierAccountId: accountId }, { key: `${accountId}@later`, startAfter: at });
