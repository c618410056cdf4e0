import { money, moneyText } from '@cardinal/primitives/money.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { rechargeChecked, rechargeWaiting } from '../customerAccounts/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

const linkTo = (id: string) => `/userManagement/userRecharge?shown=${id}`;
const amountOf = ({ amount, currency }: { amount: string; currency: string }) =>
  `${moneyText(money(BigInt(amount), currency))} ${currency}`;

/** Tells those who may review a recharge, and not its maker. */
async function tellReviewers(ctx: Ctx, said: z.output<typeof rechargeWaiting.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    const reviewers = await staffWith(inside, said.payerId, 'userRecharge.check');
    await deliver(
      inside,
      {
        source: `recharge:${said.rechargeId}`,
        notice_id: null,
        kind: 'money',
        title_zh: `充值待审核：${said.customerName} ${amountOf(said)}`,
        title_en: `Recharge to review: ${said.customerName} ${amountOf(said)}`,
        link: linkTo(said.rechargeId),
      },
      reviewers.filter(({ id }) => id !== said.makerId),
    );
  });
}

/** Tells the maker what became of it. */
async function tellMaker(ctx: Ctx, said: z.output<typeof rechargeChecked.payload>): Promise<void> {
  const { makerId } = said;
  if (makerId === null) return;
  const isPassed = said.state === 'passed';
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `rechargeChecked:${said.rechargeId}`,
        notice_id: null,
        kind: 'money',
        title_zh: `充值单 ${said.rechargeNo} ${isPassed ? '已入账' : '已驳回'}`,
        title_en: `Recharge ${said.rechargeNo} ${isPassed ? 'posted' : 'rejected'}`,
        summary_zh: said.reason,
        summary_en: said.reason,
        link: linkTo(said.rechargeId),
      },
      [{ id: makerId, customer_id: said.payerId }],
    );
  });
}

export const rechargeNotices = [
  reaction(rechargeWaiting, 'notices.rechargeWaiting', tellReviewers),
  reaction(rechargeChecked, 'notices.rechargeChecked', tellMaker),
];
