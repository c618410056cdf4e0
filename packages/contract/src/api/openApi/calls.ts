import { text } from '@cardinal/primitives/text.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { identifierField, idField, numberField, textField, timeField } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { key } from '../../permissions/catalogue.ts';

/** Every call a key was named in, answered or refused; kept for six months. */
export const listApiCalls = list({
  name: 'apiCalls.list',
  summary: text('API调用记录', 'API calls'),
  path: '/api/api-calls/v1/list',
  permission: key('apiKey.view'),
  exportPermission: key('apiKey.export'),
  fields: {
    id: idField('编号', 'Id', { exportable: false }),
    at: timeField('时间', 'Time', { filters: ['range'], sortable: true }),
    keyId: idField('密钥编号', 'Key id', { filters: ['is'], exportable: false }),
    keyName: textField('密钥', 'Key'),
    customerId: idField('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: textField('客户', 'Customer'),
    interface: textField('接口', 'Interface', { filters: ['is'] }),
    method: textField('方法', 'Method'),
    path: textField('路径', 'Path', { filters: ['contains'] }),
    status: numberField('状态码', 'Status', { filters: ['is', 'range'] }),
    code: textField('结果码', 'Code', { filters: ['is'] }),
    milliseconds: numberField('耗时（毫秒）', 'Milliseconds', { filters: ['range'] }),
    address: textField('IP', 'Address', { filters: ['is'] }),
    requestId: identifierField('请求编号', 'Request id', { filters: ['is'] }),
    idempotencyKey: identifierField('幂等键', 'Idempotency key', { filters: ['is'], nullable: true }),
  },
  /** `underCustomerId`: calls of this customer's keys and of everybody below it. */
  extra: { underCustomerId: idSchema.optional() },
  defaultSort: '-at',
});
