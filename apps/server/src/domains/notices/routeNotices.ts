import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { routeLeft } from '../payments/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Tells those who may switch a route that its backup is in use. */
async function tellSwitchers(ctx: Ctx, said: z.output<typeof routeLeft.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `routeLeft:${said.changeId}`,
        notice_id: null,
        kind: 'money',
        title_zh: `收款商户 ${said.from} 多次无应答，已切换到 ${said.to}`,
        title_en: `Merchant ${said.from} did not answer; ${said.to} collects now`,
        summary_zh: '进行中的支付仍由原商户完成。恢复后请在支付配置中切换回来。',
        summary_en: 'Payments under way stay with it. Switch back under Payment routing once it works again.',
        link: `/permission/paymentConfig?shown=${said.routeId}`,
      },
      await staffWith(inside, said.customerId, 'paymentConfig.switch'),
    );
  });
}

export const routeNotices = [reaction(routeLeft, 'notices.routeLeft', tellSwitchers)];
