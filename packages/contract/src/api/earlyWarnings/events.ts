import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { WarningEnd, WarningEventState, WarningLevel, WarningMetric } from '../../enumerations/warning.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { warningEventHandled, warningEventNotFound } from './refusals.ts';

const fields = {
  id: field.id('编号', 'ID', { exportable: false }),
  openedAt: field.time('发生时间', 'Since', { sortable: true, filters: ['range'] }),
  state: field.enumeration(WarningEventState, { filters: ['is'] }),
  level: field.enumeration(WarningLevel, { filters: ['is'] }),
  metric: field.enumeration(WarningMetric, { filters: ['is'] }),
  ruleName: field.text('规则', 'Rule', { filters: ['contains'] }),
  objectName: field.text('对象', 'Object', { filters: ['contains'] }),
  /** Whose the object is. */
  objectCustomer: field.text('所属客户', 'Of customer'),
  /** Where it is looked at. */
  link: field.text('链接', 'Link', { exportable: false }),
  value: field.text('当前值', 'Value'),
  worst: field.text('最差值', 'Worst'),
  limit: field.text('阈值', 'Limit'),
  /** Values by minutes since it opened; figures of the small chart. */
  samples: field.object('走势', 'Course', z.array(z.object({ at: z.iso.datetime(), value: z.number() }))),
  limitFigure: field.number('阈值数', 'Limit figure', { exportable: false }),
  told: field.number('已通知账号', 'Accounts told'),
  toldAt: field.time('通知时间', 'Told at', { nullable: true }),
  acknowledgedAt: field.time('确认时间', 'Acknowledged at', { nullable: true }),
  handledBy: field.text('处理账号', 'Seen to by', { nullable: true }),
  note: field.text('备注', 'Note', { nullable: true }),
  resolvedAt: field.time('解除时间', 'Resolved at', { nullable: true, sortable: true }),
  end: field.enumeration(WarningEnd, { nullable: true }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('规则所属客户', 'Rule of'),
};
const events = {
  scope: 'customer-tree',
  fields,
  defaultSort: '-openedAt',
  extra: { ruleId: idSchema.optional() },
  example: { query: {} },
} as const;

/** What rules of staff found. */
export const listWarningEvents = list({
  name: 'earlyWarnings.events',
  summary: text('预警事件', 'Warning events'),
  permission: 'earlyWarning.view',
  exportPermission: 'earlyWarning.export',
  ...events,
});
/** What customers' own settings found. */
export const listOwnWarningEvents = list({
  name: 'warnSettings.events',
  summary: text('预警事件', 'Warning events'),
  permission: 'warnSetting.view',
  ...events,
});

/** Says that somebody sees to an event, or that it is over. A figure that is still beyond its limit does not open another. */
export const handleWarning = change({
  name: 'earlyWarnings.handle',
  summary: text('处理预警事件', 'See to a warning event'),
  permission: 'earlyWarning.handle',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    id: idSchema,
    state: z.union([z.literal('acknowledged'), z.literal('resolved')]),
    note: stringSchema({ max: 255 }).optional(),
  }),
  answer: doneSchema,
  refusals: [warningEventNotFound, warningEventHandled],
  example: { body: { id: '1', state: 'acknowledged', note: '已联系客户充值' } },
});
