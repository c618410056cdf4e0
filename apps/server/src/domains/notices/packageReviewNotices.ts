import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { customPackageChecked, customPackageWaiting } from '../packages/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

const SCREEN = '/packageManagement/customPackage';

/** Tells those of the parent who may review a custom package. */
async function tellReviewers(ctx: Ctx, said: z.output<typeof customPackageWaiting.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `customPackage:${said.packageId}:${said.submittedAt}`,
        notice_id: null,
        kind: 'business',
        title_zh: `自定义套餐待审核：${said.name}`,
        title_en: `Custom package to review: ${said.name}`,
        summary_zh: `${said.makerName} 提交，编码 ${said.code}`,
        summary_en: `Submitted by ${said.makerName}, code ${said.code}`,
        link: `${SCREEN}?tab=reviews&review=underReview`,
      },
      await staffWith(inside, said.parentId, 'customPackage.check'),
    );
  });
}

/** Tells whoever submitted it what became of it. */
async function tellMaker(ctx: Ctx, said: z.output<typeof customPackageChecked.payload>): Promise<void> {
  const { reason } = said;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `customPackageChecked:${said.packageId}:${said.submittedAt}`,
        notice_id: null,
        kind: 'business',
        title_zh: `自定义套餐${reason === null ? '已通过审核' : '被驳回'}：${said.name}`,
        title_en: `Custom package ${reason === null ? 'passed' : 'rejected'}: ${said.name}`,
        summary_zh: reason,
        summary_en: reason,
        link: `${SCREEN}?code=${encodeURIComponent(said.code)}`,
      },
      [{ id: said.submittedById, customer_id: said.customerId }],
    );
  });
}

export const packageReviewNotices = [
  reaction(customPackageWaiting, 'notices.customPackageWaiting', tellReviewers),
  reaction(customPackageChecked, 'notices.customPackageChecked', tellMaker),
];
