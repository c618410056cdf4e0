import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind } from '../../enumerations/customer.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { invalid } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { CALLS_PER_MINUTE, OpenScope } from './scopes.ts';

/** The maximum scopes and rates of keys of customers below. */
export const listApiGrants = list({
  name: 'apiGrants.list',
  summary: text('下级API授权', 'API grants of child customers'),
  permission: key('apiKey.grant'),
  fields: {
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer', { filters: ['contains'], sortable: true }),
    kind: field.enumeration(CustomerKind, { filters: ['is'] }),
    parentName: field.text('上级', 'Parent', { nullable: true }),
    scopes: field.enumerations(OpenScope, { label: text('允许的接口权限', 'Scopes allowed') }),
    callsPerMinute: field.number('每分钟上限', 'Calls per minute', {
      help: text('对每个密钥分别计算', 'Per key'),
    }),
    keys: field.number('有效密钥', 'Living keys'),
    grantedBy: field.text('设置人', 'Set by', { nullable: true }),
    grantedAt: field.time('设置时间', 'Set at', { nullable: true }),
  },
  defaultSort: 'customerName',
});

/** For one customer below; its own customers get no more than it has. Everything is allowed by default. */
export const setApiGrant = change({
  name: 'apiGrants.set',
  summary: text('给下级授予API权限', 'Grant API scopes to a child customer'),
  permission: key('apiKey.grant'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    customerId: idSchema,
    scopes: z.array(OpenScope.schema).max(20),
    callsPerMinute: z.number().int().min(1).max(CALLS_PER_MINUTE.most),
  }),
  answer: doneSchema,
  refusals: [invalid],
  example: { body: { customerId: '11', scopes: ['card.read', 'usage.read'], callsPerMinute: 120 } },
});
