import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { renewalOverdue } from '../autoRenewals/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Tells those of the seller who see contracts that one could not be charged within its retries. */
async function tellOverdue(ctx: Ctx, said: z.output<typeof renewalOverdue.payload>): Promise<void> {
  const { chargeId, contractId, customerId, iccid, period } = said;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `renewalOverdue:${chargeId}`,
        notice_id: null,
        kind: 'money',
        title_zh: `自动续费逾期：${iccid} 第 ${period} 期`,
        title_en: `Auto-renewal overdue: ${iccid}, period ${period}`,
        link: `/userManagement/autoRenewContractRecord?shown=${contractId}`,
      },
      await staffWith(inside, customerId, 'autoRenewContractRecord.view'),
    );
  });
}

export const renewalNotices = [reaction(renewalOverdue, 'notices.renewalOverdue', tellOverdue)];
