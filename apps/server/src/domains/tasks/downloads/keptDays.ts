import type { Ctx } from '../../../framework/context.ts';
import { limitsOf, settingsOf } from '../../settings/face.ts';

/** How long a customer's files are kept: the installation's period, or a shorter one of the customer. */
export async function keptDaysOf(ctx: Ctx, customerId: string): Promise<number> {
  const [site, own] = await Promise.all([limitsOf(ctx.db), settingsOf(ctx, customerId)]);
  return Math.min(site.exportFileDays, own.exportFileDays);
}
