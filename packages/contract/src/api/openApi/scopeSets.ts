import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { duplicateScopeSet, keyAboveYou, scopeSetInUse, scopeSetNotFound } from './refusals.ts';
import { OpenScope } from './scopes.ts';

/** A customer's own templates of key scopes. Every key that uses one changes with it immediately. */
export const scopeSets = register({
  name: 'apiScopeSets',
  noun: { zh: '权限模板', en: 'template', many: 'templates' },
  permission: 'apiKey',
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    scopes: field.enumerations(OpenScope, { filters: ['is'], label: text('接口权限', 'Scopes') }),
    keys: field.number('使用的密钥', 'Keys'),
    remark: field.text('备注', 'Remark', { nullable: true }),
    createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  },
  defaultSort: '-createdAt',
  body: {
    name: stringSchema({ min: 2, max: 30 }),
    scopes: z.array(OpenScope.schema).min(1).max(20),
    remark: z.string().max(255).nullable().optional(),
  },
  isVersioned: true,
  notFound: scopeSetNotFound,
  duplicate: duplicateScopeSet,
  refusals: { edit: [keyAboveYou], delete: [scopeSetInUse] },
  example: { name: '只读', scopes: ['card.read', 'usage.read', 'task.read'] },
});
export const { list: listScopeSets, create: createScopeSet, edit: editScopeSet, remove: deleteScopeSet } = scopeSets;

export const scopeSetOptions = read({
  name: 'apiScopeSets.options',
  summary: text('可选权限模板', 'Selectable scope templates'),
  permission: key('apiKey.view'),
  scope: 'own',
  answer: z.object({
    sets: z.array(z.object({ id: idSchema, name: z.string(), scopes: z.array(OpenScope.schema) })),
    /** The scopes that customers above allow this customer’s keys. */
    allowed: z.array(OpenScope.schema),
    callsPerMinute: z.number().int(),
  }),
});
