import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { rechargeChecked, rechargeWaiting } from '../customerAccounts/events.ts';
import { paymentStuck } from '../payments/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

const linkTo = (id: string) => `/userManagement/userRecharge?shown=${id}`;
/** An amount with its currency, alike in both languages. */
export const amountInWords = ({ amount, currency }: { amount: string; currency: string }) =>
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
        title_zh: `充值待审核：${said.customerName} ${amountInWords(said)}`,
        title_en: `Recharge to review: ${said.customerName} ${amountInWords(said)}`,
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

const STUCK = {
  differs: ['收到的金额不符，待处理', 'Money of another amount came'],
  refundAbnormal: ['退款未能完成，待处理', 'A refund cannot be made'],
} as const;

/** Tells those of the collector who may decide what the provider's word leaves open. */
async function tellCollector(ctx: Ctx, said: z.output<typeof paymentStuck.payload>): Promise<void> {
  const [zh, en] = STUCK[said.why];
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `payment:${said.paymentId}:${said.why}`,
        notice_id: null,
        kind: 'money',
        title_zh: `${zh}：${said.tradeNo}`,
        title_en: `${en}: ${said.tradeNo}`,
        link:
          said.scene === PaymentScene.values.balanceRecharge
            ? linkTo(said.subjectId)
            : said.scene === PaymentScene.values.autoRenewal
              ? '/userManagement/autoRenewContractRecord'
              : `/orderList/wechatOrderList?shown=${said.subjectId}`,
      },
      await staffWith(inside, said.collectorId, 'userRecharge.check'),
    );
  });
}

export const rechargeNotices = [
  reaction(paymentStuck, 'notices.paymentStuck', tellCollector),
  reaction(rechargeWaiting, 'notices.rechargeWaiting', tellReviewers),
  reaction(rechargeChecked, 'notices.rechargeChecked', tellMaker),
];
