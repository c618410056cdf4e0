import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { pushSuspended } from '../pushes/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Tells those who keep a customer's push subscriptions that one gets nothing any more. */
async function tellOfSuspended(ctx: Ctx, said: z.output<typeof pushSuspended.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `pushSuspended:${said.id}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `推送订阅「${said.name}」已挂起`,
        title_en: `Push subscription “${said.name}” was suspended`,
        summary_zh: `${said.host} 持续失败：${said.reasonZh}；${said.waiting} 条待推送，保留 7 天，修复后恢复`,
        summary_en: `${said.host} keeps failing: ${said.reasonEn}. ${said.waiting} ${said.waiting === 1 ? 'event waits' : 'events wait'} for 7 days; mend it and resume`,
        link: '/system/activePushConfig',
      },
      await staffWith(inside, said.customerId, 'activePush.edit'),
    );
  });
}

export const pushNotices = [reaction(pushSuspended, 'notices.pushSuspended', tellOfSuspended)];
