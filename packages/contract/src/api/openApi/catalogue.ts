import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, invalid } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { interfaceIncomplete, interfaceIsCalled, interfaceNotFound, interfaceStateForbids } from './refusals.ts';
import { OpenGroup, OpenScope } from './scopes.ts';

/** `off` is never set: a deprecated interface becomes off on its end date. */
export const OpenState = enumeration('openState', '状态', 'State', {
  draft: { zh: '草稿', en: 'Draft' },
  online: { zh: '在线', en: 'Online' },
  deprecated: { zh: '即将下线', en: 'Deprecated' },
  off: { zh: '已下线', en: 'Off' },
});
export type OpenState = ValueOf<typeof OpenState>;

/** Callers within this time are notified of an end. */
export const CALLERS_DAYS = 90;
/** The earliest and latest end date that may be announced. */
export const END_DAYS = { least: 1, most: 730 } as const;
export const MOST_CALLS_PER_SECOND = 1_000;

const nameSchema = z.string().regex(/^open\.[A-Za-z]{1,40}$/);
const name = { name: nameSchema };

/** Every open interface with its status and its performance in the last 24 hours. */
export const listOpenInterfaces = list({
  name: 'openInterfaces.list',
  summary: text('接口目录', 'Open interface catalogue'),
  permission: key('apiManagement.view'),
  exportPermission: key('apiManagement.export'),
  scope: 'global',
  fields: {
    name: field.identifier('接口代码', 'Code', { filters: ['is'] }),
    position: field.number('序号', 'Order', { sortable: true, exportable: false }),
    title: field.text('名称', 'Title'),
    titleZh: field.text('中文名称', 'Chinese title', { exportable: false }),
    titleEn: field.text('英文名称', 'English title', { exportable: false }),
    method: field.text('方法', 'Method'),
    path: field.identifier('路径', 'Path', { filters: ['contains'], sortable: true }),
    /** The first part of its path: two versions of an interface are two interfaces. */
    interfaceVersion: field.text('接口版本', 'API version'),
    group: field.enumeration(OpenGroup, { filters: ['is'] }),
    state: field.enumeration(OpenState, { filters: ['is'] }),
    endsAt: field.time('下线时间', 'Ends', { nullable: true, sortable: true }),
    replacedBy: field.identifier('替代接口', 'Replaced by', { nullable: true }),
    callsPerSecond: field.number('每秒上限', 'Calls per second', {
      nullable: true,
      help: text(
        '对每个密钥分别计算；为空只受密钥每分钟上限约束',
        'Per key; empty means only the per-minute limit of the key applies',
      ),
    }),
    keyScope: field.enumeration(OpenScope, { label: text('所需密钥权限', 'Required key scope'), nullable: true }),
    cost: field.text('费用', 'Cost'),
    permission: field.text('所需账号权限', 'Required account permission'),
    calls: field.number('24 小时调用', 'Calls, 24 h', { sortable: true }),
    errorPercent: field.number('错误率 %', 'Errors %', { filters: ['range'], sortable: true, nullable: true }),
    p95: field.number('p95（毫秒）', 'p95 (ms)', { sortable: true, nullable: true }),
    keys: field.number('可调用密钥', 'Keys allowed'),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedBy: field.text('修改人', 'Changed by', { nullable: true }),
    updatedAt: field.time('修改时间', 'Changed at', { nullable: true, sortable: true }),
  },
  defaultSort: 'position',
});

const errorLine = z.object({
  status: z.number().int(),
  code: z.string(),
  calls: z.number().int(),
  lastAt: z.iso.datetime({ offset: true }),
});

/** One interface in full: its description, its schema from the code, its last week by the hour, and its errors. */
export const readOpenInterface = read({
  name: 'openInterfaces.read',
  summary: text('接口详情', 'Interface detail'),
  path: '/api/open-interfaces/v1/detail',
  permission: key('apiManagement.view'),
  scope: 'global',
  query: name,
  answer: z.object({
    notesZh: z.string().nullable(),
    notesEn: z.string().nullable(),
    /** The operation in the OpenAPI document. */
    operation: z.record(z.string(), z.unknown()),
    example: z.record(z.string(), z.unknown()),
    hours: z.array(z.object({ at: z.iso.datetime({ offset: true }), calls: z.number(), errors: z.number() })),
    errors: z.array(errorLine),
    /** Keys and accounts that called it within 90 days, who are notified of its end. */
    callers: z.object({ keys: z.number().int(), accounts: z.number().int(), customers: z.number().int() }),
  }),
  refusals: [interfaceNotFound],
  example: { query: { name: 'open.cards' } },
});

export const editOpenInterface = change({
  name: 'openInterfaces.edit',
  summary: text('编辑接口', 'Edit interface'),
  permission: key('apiManagement.edit'),
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    ...name,
    version: z.number().int().min(0),
    state: z.enum(['draft', 'online']),
    callsPerSecond: z.number().int().min(1).max(MOST_CALLS_PER_SECOND).nullable(),
    titleZh: stringSchema({ min: 2, max: 30 }),
    titleEn: stringSchema({ min: 2, max: 60 }),
    notesZh: z.string().max(2_000).nullable(),
    notesEn: z.string().max(2_000).nullable(),
  }),
  answer: doneSchema,
  refusals: [interfaceNotFound, changedByAnother, interfaceStateForbids, interfaceIsCalled, interfaceIncomplete],
  example: {
    body: {
      name: 'open.tags',
      version: 0,
      state: 'online',
      callsPerSecond: 20,
      titleZh: '查询标签',
      titleEn: 'Tags',
      notesZh: null,
      notesEn: null,
    },
  },
});

/**
 * Notifies exactly the owners of the keys that called it within 90 days; it works until its end date, with the date in a
 * header.
 */
export const deprecateOpenInterface = change({
  name: 'openInterfaces.deprecate',
  summary: text('宣布接口下线', 'Announce interface retirement'),
  permission: key('apiManagement.deprecate'),
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    ...name,
    version: z.number().int().min(0),
    endsAt: z.iso.datetime({ offset: true }),
    replacedBy: nameSchema.nullable(),
  }),
  answer: z.object({ told: z.number().int() }),
  refusals: [interfaceNotFound, changedByAnother, interfaceStateForbids, invalid],
  example: {
    body: { name: 'open.tags', version: 0, endsAt: '2027-06-30T00:00:00+08:00', replacedBy: null },
  },
});

/** Revokes an announcement before its date; those notified are notified again. */
export const reviveOpenInterface = change({
  name: 'openInterfaces.revive',
  summary: text('撤回接口下线', 'Withdraw interface retirement'),
  permission: key('apiManagement.deprecate'),
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ ...name, version: z.number().int().min(1) }),
  answer: doneSchema,
  refusals: [interfaceNotFound, changedByAnother, interfaceStateForbids],
  example: { body: { name: 'open.remark', version: 1 } },
});
