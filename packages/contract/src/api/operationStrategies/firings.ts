import { text } from '@cardinal/primitives/text.ts';
import { StopReason } from '../../enumerations/card.ts';
import { FiringState } from '../../enumerations/operationStrategy.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';

/** What a strategy did to cards, or would have done: the answer to «why was my card stopped». */
export const listFirings = list({
  name: 'operationStrategies.firings',
  summary: text('策略触发记录', 'Firings of a strategy'),
  permission: 'operationStrategy.view',
  exportPermission: 'operationStrategy.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    customerName: field.text('客户', 'Customer'),
    revision: field.number('版本', 'Version'),
    /** What happened, in words. */
    fact: field.text('触发事实', 'Fact'),
    factAt: field.time('事实时间', 'Happened at'),
    action: field.enumeration(ControlAction),
    reason: field.enumeration(StopReason, { nullable: true }),
    state: field.enumeration(FiringState, { filters: ['is'] }),
    /** What ended it: the order, the recharge, a person. */
    lifted: field.text('解除原因', 'Lifted by', { nullable: true }),
    liftedAt: field.time('解除时间', 'Lifted at', { nullable: true }),
    firedAt: field.time('触发时间', 'Fired at', { sortable: true, filters: ['range'] }),
  },
  defaultSort: '-firedAt',
  extra: { strategyId: idSchema },
  example: { query: { strategyId: '1' } },
});
