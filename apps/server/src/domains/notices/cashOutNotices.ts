import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { cashOutEnded, cashOutWaiting } from '../cashOuts/events.ts';
import { deliver } from './delivery.ts';
import { amountInWords } from './rechargeNotices.ts';
import { staffWith } from './staffWith.ts';

/** Tells those of the platform who may review a cash-out, and not whoever asked for it. */
async function tellReviewers(ctx: Ctx, said: z.output<typeof cashOutWaiting.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    const platform = await inside.db
      .selectFrom('customers.v_customer')
      .select('id')
      .where('kind', '=', 'PLATFORM')
      .executeTakeFirstOrThrow();
    const reviewers = await staffWith(inside, platform.id, 'cashOutCheck.check');
    await deliver(
      inside,
      {
        source: `cashOut:${said.cashOutId}`,
        notice_id: null,
        kind: 'money',
        title_zh: `提现待审核：${said.customerName} ${amountInWords(said)}`,
        title_en: `Cash-out to review: ${said.customerName} ${amountInWords(said)}`,
        link: `/shareBenefit/cashOutCheck?shown=${said.cashOutId}`,
      },
      reviewers.filter(({ id }) => id !== said.askedById),
    );
  });
}

/** Tells whoever asked for it that it arrived, or why its money is profit again. */
async function tellAsker(ctx: Ctx, said: z.output<typeof cashOutEnded.payload>): Promise<void> {
  const { askedById } = said;
  if (askedById === null) return;
  const amount = amountInWords(said);
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `cashOutEnded:${said.cashOutId}${said.again > 0 ? `:${said.again}` : ''}`,
        notice_id: null,
        kind: 'money',
        title_zh: said.isDone ? `提现已到账：${amount}` : `提现未成功，${amount} 已退回分润`,
        title_en: said.isDone ? `Cash-out paid: ${amount}` : `Cash-out failed, ${amount} is profit again`,
        summary_zh: said.isDone ? said.cashOutNo : said.reasonZh,
        summary_en: said.isDone ? said.cashOutNo : said.reasonEn,
        link: `/shareBenefit/cashOutRecord?shown=${said.cashOutId}`,
      },
      [{ id: askedById, customer_id: said.customerId }],
    );
  });
}

export const cashOutNotices = [
  reaction(cashOutWaiting, 'notices.cashOutWaiting', tellReviewers),
  reaction(cashOutEnded, 'notices.cashOutEnded', tellAsker),
];
