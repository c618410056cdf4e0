import { text } from '@cardinal/primitives/text.ts';
import { SalesChannel } from '../../enumerations/package.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';

/** Renewals of cards of the caller's tree that rules refused, or would have refused in shadow: one row a rule. */
export const listBlocked = list({
  name: 'renewalRules.blocked',
  summary: text('续费拦截记录', 'Blocked renewals'),
  permission: 'packageRenewalControl.view',
  exportPermission: 'packageRenewalControl.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'At', { sortable: true, filters: ['range'] }),
    ruleName: field.text('规则名称', 'Rule name'),
    revision: field.number('版本', 'Version'),
    isShadow: field.flag('仅试运行', 'Shadow only', { filters: ['is'] }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    customerName: field.text('客户', 'Customer'),
    packageName: field.text('所订套餐', 'Ordered package'),
    channel: field.enumeration(SalesChannel, { filters: ['is'] }),
    /** Whoever tried; accounts of customers above are not named. */
    triedBy: field.text('下单人', 'Ordered by'),
    message: field.text('提示', 'Message'),
    replacement: field.text('替代套餐', 'Replacement', { nullable: true }),
  },
  defaultSort: '-at',
  extra: { ruleId: idSchema.optional() },
  example: { query: {} },
});
