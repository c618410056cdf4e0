import { text } from '@cardinal/primitives/text.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { key } from '../../permissions/key.ts';

/** Every call with a key, answered or refused; kept for six months. */
export const listApiCalls = list({
  name: 'apiCalls.list',
  summary: text('API调用记录', 'API calls'),
  permission: key('apiKey.view'),
  exportPermission: key('apiKey.export'),
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
    keyId: field.id('密钥编号', 'Key id', { filters: ['is'], exportable: false }),
    keyName: field.text('密钥', 'Key'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    interface: field.text('接口', 'Interface', { filters: ['is'] }),
    method: field.text('方法', 'Method'),
    path: field.text('路径', 'Path', { filters: ['contains'] }),
    status: field.number('状态码', 'Status', { filters: ['is', 'range'] }),
    code: field.text('结果码', 'Code', { filters: ['is'] }),
    milliseconds: field.number('耗时（毫秒）', 'Milliseconds', { filters: ['range'] }),
    address: field.text('IP', 'Address', { filters: ['is'] }),
    requestId: field.identifier('请求编号', 'Request ID', { filters: ['is'] }),
    idempotencyKey: field.identifier('幂等键', 'Idempotency key', { filters: ['is'], nullable: true }),
  },
  /** `underCustomerId`: calls with keys of this customer and of everybody below it. */
  extra: { underCustomerId: idSchema.optional() },
  defaultSort: '-at',
});
