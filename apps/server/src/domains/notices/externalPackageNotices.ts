import { SuspendReason } from '@cardinal/contract/enumerations/externalPackage.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { type Language, say } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { ordersUnclear, packagesSuspended, sourceLow } from '../externalPackages/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

const SCREEN = '/packageManagement/outPackagemanage';

type Suspended = z.output<typeof packagesSuspended.payload>;

const named = ({ packages }: Suspended, language: Language): string =>
  packages
    .map(({ name, reason }) => `${name} (${say(SuspendReason.labelOf(reason), language)})`)
    .join(language === 'en' ? ', ' : '、');

/** Tells those who may accept what went off the shelf, and why. */
async function tellOfSuspended(ctx: Ctx, said: Suspended): Promise<void> {
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `externalPackages:${said.id}`,
        notice_id: null,
        kind: 'money',
        title_zh: `来源“${said.sourceName}”的 ${said.count} 个套餐已暂停`,
        title_en: `Packages of source “${said.sourceName}” suspended: ${said.count}`,
        summary_zh: `${named(said, 'zh_CN')}。接受变更后恢复。`,
        summary_en: `${named(said, 'en')}. Accept the change to resume.`,
        link: `${SCREEN}?sourceId=${said.sourceId}&suspendedHas=true`,
      },
      await staffWith(inside, said.customerId, 'outPackagemanage.accept'),
    );
  });
}

/** Tells those who configure the source that little is left there. */
async function tellOfLow(ctx: Ctx, said: z.output<typeof sourceLow.payload>): Promise<void> {
  const left = `${moneyText(money(BigInt(said.balance), said.currency as never))} ${said.currency}`;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `sourceLow:${said.id}`,
        notice_id: null,
        kind: 'money',
        title_zh: `来源“${said.sourceName}”余额不足`,
        title_en: `Low balance at source “${said.sourceName}”`,
        summary_zh: `剩余 ${left}，请在对方平台充值。`,
        summary_en: `${left} left; recharge at the other platform.`,
        link: `${SCREEN}?tab=sources`,
      },
      await staffWith(inside, said.customerId, 'outPackagemanage.config'),
    );
  });
}

/** Tells those who configure the source that it does not say what became of orders. */
async function tellOfUnclear(ctx: Ctx, said: z.output<typeof ordersUnclear.payload>): Promise<void> {
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `sourceOrdersUnclear:${said.id}`,
        notice_id: null,
        kind: 'money',
        title_zh: `来源“${said.sourceName}”的 ${said.count} 张卡的订单结果未明`,
        title_en: `Orders without a result at source “${said.sourceName}”: ${said.count}`,
        summary_zh: `订单 ${said.orderNo} 等已超过 30 分钟，金额仍冻结，系统会继续查询。`,
        summary_en: `${said.orderNo} and others for over 30 minutes. The amounts stay held; the source keeps being asked.`,
        link: `${SCREEN}?tab=orders&sourceId=${said.sourceId}`,
      },
      await staffWith(inside, said.customerId, 'outPackagemanage.config'),
    );
  });
}

export const externalPackageNotices = [
  reaction(packagesSuspended, 'notices.packagesSuspended', tellOfSuspended),
  reaction(ordersUnclear, 'notices.sourceOrdersUnclear', tellOfUnclear),
  reaction(sourceLow, 'notices.sourceLow', tellOfLow),
];
