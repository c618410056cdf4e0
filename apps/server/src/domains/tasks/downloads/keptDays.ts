import type { Ctx } from '../../../framework/context.ts';
import { limitsOf, settingsOf } from '../../settings/face.ts';

/** How long files of a customer are kept: as long as the installation keeps them, or as the customer wants it shorter. */
export async function keptDaysOf(ctx: Ctx, customerId: string): Promise<number> {
  const [site, own] = await Promise.all([limitsOf(ctx.db), settingsOf(ctx, customerId)]);
  return Math.min(site.exportFileDays, own.exportFileDays);
}
