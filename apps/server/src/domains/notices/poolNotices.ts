import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { quotaUsedUp, quotaWanted } from '../pools/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

const linkTo = (poolCode: string) => `/poolManagement/subPoolDetail?poolCode=${encodeURIComponent(poolCode)}`;

/** Tells those of a sub-pool's customer who see it that its quota is used up. */
async function tellOfQuota(ctx: Ctx, said: z.output<typeof quotaUsedUp.payload>): Promise<void> {
  const { firingId, poolCode, name, customerId, quotaBytes } = said;
  const quota = volumeText(BigInt(quotaBytes));
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `poolQuotaUsedUp:${firingId}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `子池「${name}」的配额 ${quota} 已用尽`,
        title_en: `The quota ${quota} of the sub-pool “${name}” is used up`,
        summary_zh: '池内的卡将停机；配额提高或下个账期恢复，可向上级申请配额',
        summary_en:
          'Its cards are being stopped until the quota is raised or the next cycle begins. You may ask for more',
        link: linkTo(poolCode),
      },
      await staffWith(inside, customerId, 'cardPool.viewSub'),
    );
  });
}

/** Tells those who set the quota of a sub-pool that its customer asks for more. */
async function tellOfWish(ctx: Ctx, said: z.output<typeof quotaWanted.payload>): Promise<void> {
  const { poolId, poolCode, name, customerName, parentCustomerId, quotaBytes, why, at } = said;
  const quota = volumeText(BigInt(quotaBytes));
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `poolQuotaWanted:${poolId}:${at}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `${customerName} 为子池「${name}」申请配额 ${quota}`,
        title_en: `${customerName} asks for a quota of ${quota} for the sub-pool “${name}”`,
        summary_zh: why || '未填写原因',
        summary_en: why || 'No reason given',
        link: linkTo(poolCode),
      },
      await staffWith(inside, parentCustomerId, 'cardPool.setQuota'),
    );
  });
}

export const poolNotices = [
  reaction(quotaUsedUp, 'notices.poolQuotaUsedUp', tellOfQuota),
  reaction(quotaWanted, 'notices.poolQuotaWanted', tellOfWish),
];
