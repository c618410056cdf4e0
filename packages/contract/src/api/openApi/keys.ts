import { ipv4Rule } from '@cardinal/primitives/ipv4.ts';
import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag, queryInteger } from '../../framework/paging.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import {
  apiKeyNotFound,
  duplicateKeyName,
  keyAboveYou,
  keyIsDisabled,
  scopeSetNotFound,
  tooManyKeys,
} from './refusals.ts';
import { MOST_DAILY_QUOTA, MOST_OVERLAP_HOURS, MOST_PRODUCTS, OpenScope } from './scopes.ts';

export const ApiKeyState = enumeration('apiKeyState', '状态', 'State', {
  active: { zh: '启用', en: 'Active' },
  expired: { zh: '已过期', en: 'Expired' },
  disabled: { zh: '已停用', en: 'Disabled' },
});
export type ApiKeyState = ValueOf<typeof ApiKeyState>;

/** Keys of the caller's customer and of those below; only the end of a secret is shown. */
export const listApiKeys = list({
  name: 'apiKeys.list',
  summary: text('API密钥', 'API keys'),
  permission: key('apiKey.view'),
  exportPermission: key('apiKey.export'),
  fields: {
    id: field.id('编号', 'ID', { filters: ['is'], exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    appKey: field.identifier('应用标识', 'App key', { filters: ['is', 'contains'] }),
    secretHint: field.text('密钥尾号', 'Secret ends with'),
    /** Until when the previous secret still works. */
    oldSecretUntil: field.time('旧密钥有效至', 'Old secret until', { nullable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    scopeSetId: field.id('权限模板编号', 'Template id', { filters: ['is'], nullable: true, exportable: false }),
    scopeSetName: field.text('权限模板', 'Template', { nullable: true }),
    scopes: field.enumerations(OpenScope, { filters: ['is'], label: text('接口权限', 'Scopes') }),
    /** Of these, the ones currently withheld by customers above. */
    withheld: field.enumerations(OpenScope, { label: text('被上级限制', 'Restricted by the parent customer') }),
    addresses: field.object('IP 白名单', 'Addresses', z.array(z.string())),
    platforms: field.enumerations(Platform, { label: text('限运营商', 'Carriers only'), filters: ['is'] }),
    productCodes: field.object('限产品', 'Products only', z.array(z.string())),
    dailyQuota: field.number('每日额度', 'Calls per day', { nullable: true }),
    callsToday: field.number('今日调用', 'Calls today'),
    state: field.enumeration(ApiKeyState, { filters: ['is'] }),
    expiresAt: field.time('到期时间', 'Expires', { filters: ['range'], sortable: true, nullable: true }),
    lastUsedAt: field.time('最近调用', 'Last call', { sortable: true, nullable: true }),
    lastAddress: field.text('最近调用 IP', 'Last IP address', { nullable: true }),
    lastInterface: field.text('最近调用接口', 'Last interface', { nullable: true }),
    calls: field.number('7 天调用', 'Calls, 7 days'),
    errors: field.number('7 天失败', 'Failed, 7 days'),
    accountName: field.text('创建人', 'Created by'),
    /** Whether it is a key of the caller's customer; only those may be changed. */
    isOwn: field.object('本客户', 'Own', z.boolean()),
    createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  },
  extra: {
    /** Never called, or not for so many days. */
    unusedDays: queryInteger.pipe(z.number().int().min(1).max(3_650)).optional(),
    expiringWithinDays: queryInteger.pipe(z.number().int().min(1).max(3_650)).optional(),
    /** Keys that called this interface within 90 days, refused calls too; part of its name. */
    calledInterface: z.string().trim().min(2).max(60).optional(),
    /** Keys of this customer and of everybody below it. */
    underCustomerId: idSchema.optional(),
    /** Only keys of one's own customer. */
    ownOnly: queryFlag.optional(),
  },
  defaultSort: '-createdAt',
});

/** Reported for the list as a whole, which is one field of the form, with the invalid address. */
const addressesRule: Rule<string[]> = (addresses) => {
  const wrong = addresses.find((each) => ipv4Rule(each));
  return wrong === undefined
    ? undefined
    : problem('{address} 不是正确的 IPv4 地址', '{address} is not a valid IPv4 address', { address: wrong });
};

const keyBody = {
  name: stringSchema({ min: 2, max: 30 }),
  /** Its scopes follow the template, including later changes; or they are chosen here. */
  scopeSetId: idSchema.nullable().optional(),
  scopes: z.array(OpenScope.schema).max(20).optional(),
  /** Empty: every address is allowed. */
  addresses: z.array(z.string()).max(100).check(ruled(addressesRule)),
  expiresAt: z.iso.datetime({ offset: true }).nullable().optional(),
  /** Calls a day, including refused ones; null or omitted: unlimited. */
  dailyQuota: z.number().int().min(1).max(MOST_DAILY_QUOTA).nullable().optional(),
  /** The customers whose cards it may see; others count as not found. Empty: all. */
  platforms: z.array(Platform.schema).max(10).optional(),
  productCodes: z.array(z.string().min(1).max(64)).max(MOST_PRODUCTS).optional(),
};

const SECRET_ANSWER = { appKey: z.string(), secret: z.string() };

/** The secret is returned only in this answer. */
export const createApiKey = change({
  name: 'apiKeys.create',
  summary: text('新建API密钥', 'New API key'),
  permission: key('apiKey.create'),
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  holdsSecret: true,
  body: z.strictObject(keyBody),
  answer: z.object({ id: idSchema, ...SECRET_ANSWER }),
  refusals: [tooManyKeys, duplicateKeyName, scopeSetNotFound],
  example: { body: { name: 'ERP 对接', scopes: ['card.read', 'usage.read'], addresses: ['203.0.113.10'] } },
});

export const editApiKey = change({
  name: 'apiKeys.edit',
  summary: text('编辑API密钥', 'Edit API key'),
  permission: key('apiKey.edit'),
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, version: z.number().int(), ...keyBody }),
  answer: doneSchema,
  refusals: [apiKeyNotFound, keyAboveYou, duplicateKeyName, scopeSetNotFound, keyIsDisabled, changedByAnother],
  example: { body: { id: '8101', version: 1, name: 'ERP 对接', scopes: ['card.read'], addresses: [] } },
});

/** A new secret; the old one stays valid for some hours, so that no system is interrupted. */
const momentSchema = z.iso.datetime({ offset: true });

/** Who still calls with the old secret after a rotation, and from where; the most frequent first. */
export const readSinceRotation = read({
  name: 'apiKeys.sinceRotation',
  summary: text('轮换后的调用来源', 'Calls since rotation'),
  permission: key('apiKey.view'),
  query: { id: idSchema },
  answer: z.object({
    /** Null: never rotated. */
    rotatedAt: momentSchema.nullable(),
    oldUntil: momentSchema.nullable(),
    addresses: z.array(
      z.object({ address: z.string(), withNew: z.number().int(), withOld: z.number().int(), lastAt: momentSchema }),
    ),
  }),
  refusals: [apiKeyNotFound],
  example: { query: { id: '8101' } },
});

export const rotateApiKey = change({
  name: 'apiKeys.rotate',
  summary: text('轮换API密钥', 'Rotate API key'),
  permission: key('apiKey.rotate'),
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  holdsSecret: true,
  body: z.strictObject({
    id: idSchema,
    version: z.number().int(),
    overlapHours: z.number().int().min(0).max(MOST_OVERLAP_HOURS),
  }),
  answer: z.object({ ...SECRET_ANSWER, oldUntil: z.iso.datetime({ offset: true }) }),
  refusals: [apiKeyNotFound, keyAboveYou, keyIsDisabled, changedByAnother],
  example: { body: { id: '8101', version: 1, overlapHours: 24 } },
});

/** Immediate and permanent; running tasks of the key continue. A parent may do it to keys below. */
export const disableApiKey = change({
  name: 'apiKeys.disable',
  summary: text('停用API密钥', 'Disable API key'),
  permission: key('apiKey.disable'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [apiKeyNotFound, keyAboveYou],
  example: { body: { id: '8101' } },
});
