import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Lifecycle } from '../../enumerations/card.ts';
import { Currency } from '../../enumerations/money.ts';
import { ControlAction, PackageUsageState } from '../../enumerations/package.ts';
import { MembershipState } from '../../enumerations/pool.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { nouns } from '../../words.ts';

/** Without it, of all pools the caller sees. */
const extra = { poolId: idSchema.optional() };
const view = { permission: 'flowPool.view', exportPermission: 'flowPool.export' } as const;

/** The cards of a pool, and those that left it in the running cycle. */
export const listFlowPoolCards = list({
  name: 'flowPools.cards',
  summary: text('流量池内的卡', 'Cards of a flow pool'),
  ...view,
  fields: {
    /** The membership's. */
    id: field.id('编号', 'ID', { sortable: true, exportable: false }),
    cardId: field.id('卡编号', 'Card id', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    lifecycle: field.enumeration(Lifecycle, { filters: ['is'], nullable: true }),
    state: field.enumeration(MembershipState, { filters: ['is'] }),
    poolCode: field.identifier('所在流量池', 'In pool'),
    packageName: field.text('自有套餐', 'Own package', { nullable: true, absent: nouns.none }),
    drawn: field.bytes('本期取用', 'Drawn', { help: text('本期由池提供的用量', 'What the pool gave in this cycle') }),
    overage: field.bytes('本期超出', 'Overage'),
    sharePercent: field.number('占比（%）', 'Share (%)', { nullable: true }),
    joinedAt: field.time('加入时间', 'Joined at', { filters: ['range'] }),
    leftAt: field.time('移出时间', 'Left at', { nullable: true }),
  },
  defaultSort: '-id',
  extra,
});

export const listFlowPoolFeeds = list({
  name: 'flowPools.feeds',
  summary: text('池套餐', 'Pool packages'),
  ...view,
  fields: {
    id: field.id('编号', 'ID', { sortable: true, exportable: false }),
    orderNo: field.identifier('订单号', 'Order no.', { filters: ['is'] }),
    packageName: field.text(nouns.package.zh, nouns.package.en),
    total: field.bytes(nouns.allowance.zh, nouns.allowance.en),
    used: field.bytes(nouns.used.zh, nouns.used.en),
    remaining: field.bytes(nouns.left.zh, nouns.left.en),
    price: field.money('价格', 'Price', { permission: 'flowPool.money', nullable: true }),
    currency: field.enumeration(Currency),
    state: field.enumeration(PackageUsageState),
    startsAt: field.time('生效时间', 'Begins', { sortable: true }),
    endsAt: field.time('到期时间', 'Ends', { sortable: true }),
    createdAt: field.time('订购时间', 'Ordered at', { sortable: true }),
  },
  defaultSort: '-id',
  extra,
});

export const listFlowPoolEvents = list({
  name: 'flowPools.events',
  summary: text('触发记录', 'Thresholds reached'),
  ...view,
  fields: {
    id: field.id('编号', 'ID', { sortable: true, exportable: false }),
    cycle: field.text('账期', 'Cycle'),
    threshold: field.number('阈值（%）', 'Threshold (%)'),
    usedBytes: field.bytes('触发时已用', 'Used by then'),
    totalBytes: field.bytes('触发时总量', 'Allowance then'),
    action: field.enumeration(ControlAction),
    stopped: field.number('停机中的卡', 'Cards kept stopped', {
      help: text('池用尽后由池停机、尚未恢复', 'Stopped when the pool was used up, and not let go yet'),
    }),
    firedAt: field.time('触发时间', 'Fired at', { sortable: true }),
    liftedAt: field.time('解除时间', 'Lifted at', { nullable: true }),
  },
  defaultSort: '-id',
  extra: { poolId: z.optional(idSchema) },
});
