import { text } from '@cardinal/primitives/text.ts';
import { FlowFiringState } from '../../enumerations/control.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { nouns } from '../../words.ts';

/** What the rules of a flow-control strategy did to cards, or would have done, each with the reading it went by. */
export const listFlowFirings = list({
  name: 'flowStrategies.firings',
  summary: text('流控触发记录', 'Firings of a flow-control strategy'),
  permission: 'flowStrategy.view',
  exportPermission: 'flowStrategy.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    customerName: field.text('客户', 'Customer'),
    packageName: field.text('套餐', 'Package'),
    /** The threshold that was reached, in words. */
    threshold: field.text('阈值', 'Threshold'),
    usedBytes: field.bytes('已用', 'Used'),
    allowanceBytes: field.bytes('总量', 'Allowance', { nullable: true, absent: nouns.unlimited }),
    /** How full the card's pool was; nothing: it is in none. */
    poolPercent: field.number('流量池使用率（%）', 'Pool used (%)', { nullable: true }),
    /** Up to when the carrier had counted. */
    readAt: field.time('读数时间', 'Read at', { nullable: true }),
    action: field.enumeration(ControlAction, { filters: ['is'] }),
    /** Of a rule that limits. */
    kbps: field.number('限速（kbps）', 'Limit (kbps)', { nullable: true }),
    state: field.enumeration(FlowFiringState, { filters: ['is'] }),
    /** What ended it: a package, the cycle's turn, a person. */
    lifted: field.text('解除原因', 'Lifted by', { nullable: true }),
    liftedAt: field.time('解除时间', 'Lifted at', { nullable: true }),
    /** Of the strategy when it fired. */
    revision: field.number('版本', 'Version'),
    firedAt: field.time('触发时间', 'Fired at', { sortable: true, filters: ['range'] }),
  },
  defaultSort: '-firedAt',
  extra: { strategyId: idSchema },
  example: { query: { strategyId: '1' } },
});
