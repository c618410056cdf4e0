import type { Ctx } from '../../../framework/context.ts';

export const DRIVE_JOB = 'esim.drive';

/** Schedules the operations of an account, in the transaction of the change that needs it. */
export const driveSoon = (ctx: Ctx, accountId: string): Promise<void> =>
  ctx.enqueue({ name: DRIVE_JOB }, { carrierAccountId: accountId }, { key: accountId });

/** The same for a later time. */
export const driveAt = (ctx: Ctx, accountId: string, at: Date): Promise<void> =>
  ctx.enqueue({ name: DRIVE_JOB }, { carrierAccountId: accountId }, { key: `${accountId}@later`, startAfter: at });
