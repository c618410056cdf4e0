import type { PermissionKey } from '@cardinal/contract/permissions/catalogue.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { unregisteredNetworkSeen } from '../carriers/events.ts';
import { numbersOverdue } from '../esim/events.ts';
import { flowPaused, flowReminds } from '../flowControl/events.ts';
import { poolReached } from '../flowPools/events.ts';
import { strategyPaused, strategyReminds } from '../operationStrategies/events.ts';
import { queuedStopped } from '../orders/events.ts';
import { packagesEnding } from '../renewals/events.ts';
import { speedLimitPaused } from '../speedLimits/events.ts';
import { usageUnclear } from '../usage/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Reminds, once a day, accounts of the owner that may unbind numbers. */
async function remindOfNumbers(ctx: Ctx, said: z.output<typeof numbersOverdue.payload>): Promise<void> {
  const { customerId, numbers, days, at } = said;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `overdueNumbers:${customerId}:${dayText(new Date(at))}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `${numbers} 个码号绑定超过 ${days} 天未下载`,
        title_en: `${numbers} code numbers bound for more than ${days} days and not fetched`,
        summary_zh: '可解绑退回库存，或联系设备方完成下载',
        summary_en: 'Unbind them back into stock, or have their devices fetch them',
        link: '/esimManagement/codeNumberList?overdue=true',
      },
      await staffWith(inside, customerId, 'codeNumber.unbind'),
    );
  });
}

/** Reminds, once a day, accounts of the owner that see which cards are about to lose their package. */
async function remindOfEndings(ctx: Ctx, said: z.output<typeof packagesEnding.payload>): Promise<void> {
  const { customerId, day, from, to, week, three, one } = said;
  const shown = new URLSearchParams({ customerId, packageEndsAtFrom: from, packageEndsAtTo: to });
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `packagesEnding:${customerId}:${day}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `${week} 张卡的套餐将在 7 天内到期`,
        title_en: week === 1 ? '1 package ends within 7 days' : `${week} packages end within 7 days`,
        summary_zh: `3 天内 ${three} 张，1 天内 ${one} 张；没有后续套餐`,
        summary_en: `${three} within 3 days, ${one} within 1 day; nothing follows`,
        link: `/cardsManagement/packageEndTips?${shown}`,
      },
      await staffWith(inside, customerId, 'packageEndTips.view'),
    );
  });
}

const NAMED = 2;

/** Tells who paid for packages that were stopped before they began, or has their cards, once each. */
async function tellOfStopped(ctx: Ctx, said: z.output<typeof queuedStopped.payload>): Promise<void> {
  const { taskId, customerId, cards, names, amount, currency } = said;
  const more = names.length > NAMED ? 1 : 0;
  const named = names.slice(0, NAMED);
  const back =
    amount !== null && currency !== null ? `${moneyText(money(BigInt(amount), currency))} ${currency}` : undefined;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `queuedStopped:${taskId}:${customerId}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `${cards} 张卡的排队套餐已停止：${named.join('、')}${more ? '等' : ''}`,
        title_en: `${cards} ${cards === 1 ? 'card' : 'cards'}: waiting packages stopped, ${named.join(', ')}${more ? ' and more' : ''}`,
        summary_zh: `套餐已下架，尚未生效的不再生效，使用中的不受影响${back ? `；已退回 ${back}` : ''}`,
        summary_en: `Unpublished: what had not begun does not begin, what is in use runs on.${back ? ` ${back} given back` : ''}`,
        link: back ? '/orderList/unsubscribeRecord' : null,
      },
      await staffWith(inside, customerId, 'packageOrderRecord.view'),
    );
  });
}

async function platformStaff(ctx: Ctx, permission: string) {
  const platforms = await ctx.db
    .selectFrom('customers.v_customer')
    .select('id')
    .where('kind', '=', 'PLATFORM')
    .execute();
  const keepers = [];
  for (const { id } of platforms) keepers.push(...(await staffWith(ctx, id, permission)));
  return keepers;
}

/** Notifies those who maintain the network register of an unregistered network, once each. */
async function tellOfNetwork(ctx: Ctx, said: z.output<typeof unregisteredNetworkSeen.payload>): Promise<void> {
  const code = `${said.mcc}-${said.mnc}`;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `unregisteredNetwork:${code}`,
        notice_id: null,
        kind: 'warning',
        title_zh: `会话中出现未登记的网络 ${code}`,
        title_en: `A session named the network ${code}, which is not registered`,
        summary_zh: '请在运营商列表中补充名称与国家',
        summary_en: 'Name it and its country in the list of mobile networks',
        link: '/system/operatorList?isRegistered=false',
      },
      await platformStaff(inside, 'operatorList.edit'),
    );
  });
}

/** Tells those who may settle it that usage stays unclear, the first card within reach. */
async function tellOfUnclear(ctx: Ctx, { id, cards, named }: z.output<typeof usageUnclear.payload>): Promise<void> {
  const [first] = named;
  const iccids = named.map(({ iccid }) => iccid);
  const more = cards > named.length ? 1 : 0;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `usageUnclear:${id}`,
        notice_id: null,
        kind: 'money',
        title_zh: `${cards} 张卡的用量不明已超过 72 小时`,
        title_en: `${cards} ${cards === 1 ? 'card has' : 'cards have'} usage that is unclear for more than 72 hours`,
        summary_zh: `${iccids.join('、')}${more ? '等' : ''}；裁定前不计费`,
        summary_en: `${iccids.join(', ')}${more ? ' and more' : ''}. Not charged until settled`,
        link: first ? detailPathOf(first) : null,
      },
      await platformStaff(inside, 'cardDetail.settleUsage'),
    );
  });
}

type Kind = {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly link: string;
  readonly seenBy: PermissionKey;
  readonly releasedBy: PermissionKey;
};
const OPERATION: Kind = {
  ...{ key: 'strategy', zh: '运营策略', en: 'operation strategy' },
  link: '/operationManagement/operationStrategy',
  ...{ seenBy: 'operationStrategy.view', releasedBy: 'operationStrategy.release' },
};
const FLOW: Kind = {
  ...{ key: 'flow', zh: '流控策略', en: 'flow-control strategy' },
  link: '/packageManagement/flowStrategy',
  ...{ seenBy: 'flowStrategy.view', releasedBy: 'flowStrategy.enable' },
};

const SPEED: Kind = {
  ...{ key: 'speedLimit', zh: '限速', en: 'speed limit' },
  link: '/operationManagement/speedLimitManagement',
  ...{ seenBy: 'speedLimit.view', releasedBy: 'speedLimit.switch' },
};

/** Tells those who see a strategy that it found cards, once a day. */
const tellOfStrategy =
  ({ key, zh, en, link, seenBy }: Kind) =>
  async (ctx: Ctx, said: z.output<typeof strategyReminds.payload>): Promise<void> => {
    const { strategyId, customerId, name, day, cards, iccids } = said;
    const more = cards > iccids.length ? 1 : 0;
    await ctx.transact(async (inside) => {
      await deliver(
        inside,
        {
          source: `${key}Reminds:${strategyId}:${day}`,
          notice_id: null,
          kind: 'warning',
          title_zh: `${zh}「${name}」今天触发了`,
          title_en: `The ${en} “${name}” fired today`,
          summary_zh: `${iccids.join('、')}${more ? '等' : ''}`,
          summary_en: `${iccids.join(', ')}${more ? ' and more' : ''}`,
          link,
        },
        await staffWith(inside, customerId, seenBy),
      );
    });
  };

/** Tells those who may release a strategy that it reached its brake. */
const tellOfBrake =
  ({ key, zh, en, link, releasedBy }: Kind) =>
  async (ctx: Ctx, said: z.output<typeof strategyPaused.payload>): Promise<void> => {
    const { strategyId, customerId, name, at, brake } = said;
    await ctx.transact(async (inside) => {
      await deliver(
        inside,
        {
          source: `${key}Paused:${strategyId}:${at}`,
          notice_id: null,
          kind: 'warning',
          title_zh: `${zh}「${name}」已熔断`,
          title_en: `The ${en} “${name}” was paused by its brake`,
          summary_zh: `一小时内触发达到 ${brake} 次；查明原因后解除`,
          summary_en: `It fired ${brake} times within an hour. Find out why, then release it`,
          link: `${link}?isPaused=true`,
        },
        await staffWith(inside, customerId, releasedBy),
      );
    });
  };

/** Tells those of a pool's customer who see it that it reached a threshold. */
async function tellOfPool(ctx: Ctx, said: z.output<typeof poolReached.payload>): Promise<void> {
  const { eventId, poolId, poolCode, name, customerId, threshold, isStopping } = said;
  const isUsedUp = threshold === 100;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `flowPoolReached:${eventId}`,
        notice_id: null,
        kind: 'warning',
        title_zh: isUsedUp ? `流量池「${name}」已用尽` : `流量池「${name}」已用 ${threshold}%`,
        title_en: isUsedUp ? `The flow pool “${name}” is used up` : `The flow pool “${name}” is ${threshold}% used`,
        summary_zh: isStopping ? '池内的卡将停机，充入后恢复' : '订购池套餐可继续充入',
        summary_en: isStopping
          ? 'Its cards are being stopped, and run again once it is filled'
          : 'Order a pool package to fill it',
        link: `/flowPoolManagement/flowPoolDetail/${encodeURIComponent(poolCode)}/${poolId}/strategy`,
      },
      await staffWith(inside, customerId, 'flowPool.view'),
    );
  });
}

export const reminders = [
  reaction(numbersOverdue, 'notices.numbersOverdue', remindOfNumbers),
  reaction(packagesEnding, 'notices.packagesEnding', remindOfEndings),
  reaction(queuedStopped, 'notices.queuedStopped', tellOfStopped),
  reaction(strategyReminds, 'notices.strategyReminds', tellOfStrategy(OPERATION)),
  reaction(strategyPaused, 'notices.strategyPaused', tellOfBrake(OPERATION)),
  reaction(flowReminds, 'notices.flowReminds', tellOfStrategy(FLOW)),
  reaction(flowPaused, 'notices.flowPaused', tellOfBrake(FLOW)),
  reaction(speedLimitPaused, 'notices.speedLimitPaused', tellOfBrake(SPEED)),
  reaction(poolReached, 'notices.flowPoolReached', tellOfPool),
  reaction(usageUnclear, 'notices.usageUnclear', tellOfUnclear),
  reaction(unregisteredNetworkSeen, 'notices.unregisteredNetwork', tellOfNetwork),
];
