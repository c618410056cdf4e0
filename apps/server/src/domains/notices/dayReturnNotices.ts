import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { dayReturnFailed } from '../dayReturns/events.ts';
import { deliver } from './delivery.ts';
import { amountInWords } from './rechargeNotices.ts';
import { staffWith } from './staffWith.ts';

/** Tells those of the customer who may change its receivers why the night's money has stayed. */
async function tellCustomer(ctx: Ctx, said: z.output<typeof dayReturnFailed.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    const staff = await staffWith(inside, said.customerId, 'receivePaymentConfig.daily');
    await deliver(
      inside,
      {
        source: `dayReturn:${said.itemId}:${said.told}`,
        notice_id: null,
        kind: 'money',
        title_zh: `${said.day} 日返未成功：${amountInWords(said)}`,
        title_en: `Day return of ${said.day} failed: ${amountInWords(said)}`,
        summary_zh: said.whyZh,
        summary_en: said.whyEn,
        link: '/shareBenefit/receivePaymentConfig',
      },
      staff,
    );
  });
}

export const dayReturnNotices = [reaction(dayReturnFailed, 'notices.dayReturnFailed', tellCustomer)];
