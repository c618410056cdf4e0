import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { renewalForbidden, renewalOverdue } from '../autoRenewals/events.ts';
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

/** Tells the staff of a contract's seller that a rule of renewals kept a period from being charged. */
async function tellForbidden(ctx: Ctx, said: z.output<typeof renewalForbidden.payload>): Promise<void> {
  const { chargeId, contractId, customerId, iccid, period, zh, en } = said;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `renewalForbidden:${chargeId}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `自动续费未扣款：${iccid} 第 ${period} 期`,
        title_en: `Not auto-renewed: ${iccid}, period ${period}`,
        summary_zh: `续费管控：${zh}`,
        summary_en: `Renewal rule: ${en}`,
        link: `/userManagement/autoRenewContractRecord?shown=${contractId}`,
      },
      await staffWith(inside, customerId, 'autoRenewContractRecord.view'),
    );
  });
}

export const renewalNotices = [
  reaction(renewalOverdue, 'notices.renewalOverdue', tellOverdue),
  reaction(renewalForbidden, 'notices.renewalForbidden', tellForbidden),
];
