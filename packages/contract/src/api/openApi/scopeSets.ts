import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { enumerationsField, idField, numberField, textField, timeField } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/catalogue.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { duplicateScopeSet, scopeSetInUse, scopeSetNotFound } from './refusals.ts';
import { OpenScope } from './scopes.ts';

/** A customer's own templates of what keys may do. */
export const listScopeSets = list({
  name: 'apiScopeSets.list',
  summary: text('权限模板', 'Templates'),
  path: '/api/api-scope-sets/v1/list',
  permission: key('apiKey.view'),
  scope: 'own',
  fields: {
    id: idField('编号', 'Id', { exportable: false }),
    version: numberField('版本', 'Version', { exportable: false }),
    name: textField('名称', 'Name', { filters: ['contains'], sortable: true }),
    scopes: enumerationsField(OpenScope, { filters: ['is'], label: text('接口权限', 'Scopes') }),
    keys: numberField('使用的密钥', 'Keys'),
    remark: textField('备注', 'Remark', { nullable: true }),
    createdAt: timeField('创建时间', 'Created at', { sortable: true }),
  },
  defaultSort: '-createdAt',
});

export const scopeSetOptions = read({
  name: 'apiScopeSets.options',
  summary: text('可选权限模板', 'Templates to choose from'),
  path: '/api/api-scope-sets/v1/options',
  permission: key('apiKey.view'),
  scope: 'own',
  answer: z.object({
    sets: z.array(z.object({ id: idSchema, name: z.string(), scopes: z.array(OpenScope.schema) })),
    /** What the customers above let this customer’s keys do. */
    allowed: z.array(OpenScope.schema),
    callsPerMinute: z.number().int(),
  }),
});

const body = {
  name: stringSchema({ min: 2, max: 30 }),
  scopes: z.array(OpenScope.schema).min(1).max(20),
  remark: z.string().max(255).nullable().optional(),
};

export const createScopeSet = change({
  name: 'apiScopeSets.create',
  summary: text('新建权限模板', 'New template'),
  path: '/api/api-scope-sets/v1/create',
  permission: key('apiKey.edit'),
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject(body),
  answer: z.object({ id: idSchema }),
  refusals: [duplicateScopeSet],
  example: { body: { name: '只读', scopes: ['card.read', 'usage.read', 'task.read'] } },
});

/** Every key that uses the template changes with it at once. */
export const editScopeSet = change({
  name: 'apiScopeSets.edit',
  summary: text('编辑权限模板', 'Edit template'),
  path: '/api/api-scope-sets/v1/edit',
  permission: key('apiKey.edit'),
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, version: z.number().int(), ...body }),
  answer: doneSchema,
  refusals: [duplicateScopeSet, scopeSetNotFound, changedByAnother],
  example: { body: { id: '8001', version: 1, name: '只读', scopes: ['card.read'] } },
});

export const deleteScopeSet = change({
  name: 'apiScopeSets.delete',
  summary: text('删除权限模板', 'Delete template'),
  path: '/api/api-scope-sets/v1/delete',
  permission: key('apiKey.edit'),
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [scopeSetNotFound, scopeSetInUse],
  example: { body: { id: '8001' } },
});
