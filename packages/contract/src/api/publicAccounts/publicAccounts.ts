import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { targetNotAllowed } from '../paymentProviders/refusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('publicAccounts');

export const publicAccountNotFound = refusal.notFound(
  1951,
  'publicAccountNotFound',
  '公众号不存在',
  'Public account not found',
  404,
);
/** Without naming who has it. */
export const appidTaken = refusal.conflict(
  1951,
  'appidTaken',
  '该公众号已被接入',
  'This public account is connected already',
);
export const ownPublicAccountsOnly = refusal.forbidden(
  1951,
  'ownPublicAccountsOnly',
  '只能维护本方的公众号',
  'Only your own public accounts can be changed',
);
/** The same for a card that does not exist, one of somebody else, and one that was guessed. */
export const cardNotOfAccount = refusal.notFound(
  1952,
  'cardNotOfAccount',
  '未找到此卡，请核对卡号',
  'No such card here; check its number',
);
export const tooManyLookUps = refusal.tooMany(
  1951,
  'tooManyLookUps',
  '查询次数过多，请 {minutes} 分钟后再试',
  'Too many tries; try again in {minutes} min',
);
export const tooManyBindings = refusal.conflict(
  1952,
  'tooManyBindings',
  '最多绑定 {most} 张卡',
  'At most {most} cards can be added',
);
export const cardBoundByOthers = refusal.conflict(
  1953,
  'cardBoundByOthers',
  '此卡绑定的用户已达上限，请联系客服',
  'This card has been added by too many people; contact support',
);

/** WeChat names nobody for it: it was used, is too old, or belongs to another program; or WeChat does not answer. */
export const codeNotTaken = refusal.conflict(
  1954,
  'codeNotTaken',
  '微信未确认登录，请重试',
  'WeChat has not confirmed the sign-in; try again',
);

export const publicAccountFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  appid: field.identifier('AppID', 'AppID', { filters: ['is', 'contains'] }),
  hotline: field.text('客服电话', 'Hotline', { nullable: true }),
  isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
  users: field.number('用户', 'Users'),
  cards: field.number('绑定卡数', 'Cards added'),
  /** The address of its pages, for the account's menu and for codes on cards. */
  h5Path: field.text('H5 地址', 'Page address', { exportable: false }),
  apiBaseUrl: field.text('接口地址', 'API address', { exportable: false }),
  pageBaseUrl: field.text('授权页地址', 'Address of the sign-in page', { exportable: false }),
  /** Whether it is of the caller's own customer, which alone changes it. */
  isOwn: field.flag('本方', 'Own', { exportable: false }),
  version: field.number('版本', 'Version', { exportable: false }),
  createdAt: field.time('接入时间', 'Connected at', { sortable: true }),
};

export const listPublicAccounts = list({
  name: 'publicAccounts.list',
  summary: text('公众号列表', 'Public accounts'),
  permission: ['gzhManagement.view', 'wechatPackage.view', 'wechatOrderList.view'],
  fields: publicAccountFields,
  defaultSort: '-createdAt',
});

export const OFFICIAL_API = 'https://api.weixin.qq.com';
export const OFFICIAL_PAGES = 'https://open.weixin.qq.com';

const changed = { operation: OperationType.values.EditConfiguration, answer: doneSchema } as const;
const names = {
  name: stringSchema({ min: 2, max: 30 }),
  hotline: z
    .string()
    .regex(/^[\d-]{3,20}$/)
    .nullable()
    .optional(),
  /** WeChat's own, or a relay of one's own. */
  apiBaseUrl: z.string().max(200).optional(),
  pageBaseUrl: z.string().max(200).optional(),
};
const secretSchema = z.string().regex(/^[0-9a-zA-Z]{16,64}$/);

export const addPublicAccount = change({
  ...changed,
  name: 'publicAccounts.add',
  summary: text('新增公众号', 'New public account'),
  permission: 'gzhManagement.add',
  holdsSecret: true,
  body: z.strictObject({
    ...names,
    appid: z.string().regex(/^wx[0-9a-z]{16}$/),
    secret: secretSchema,
  }),
  answer: z.object({ id: idSchema }),
  refusals: [appidTaken, targetNotAllowed],
  example: {
    body: { name: '甲代理流量卡', appid: 'wx0123456789abcdef', secret: '0123456789abcdef0123456789abcdef' },
  },
});

export const editPublicAccount = change({
  ...changed,
  name: 'publicAccounts.edit',
  summary: text('编辑公众号', 'Edit public account'),
  permission: 'gzhManagement.edit',
  holdsSecret: true,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    ...names,
    /** Left out, it stays. */
    secret: secretSchema.optional(),
  }),
  refusals: [publicAccountNotFound, ownPublicAccountsOnly, changedByAnother, targetNotAllowed],
  example: { body: { id: '1', version: 1, name: '甲代理流量卡', hotline: '400-000-0000' } },
});

/** Ends all its sessions at once, or opens it again. */
export const switchPublicAccount = change({
  ...changed,
  name: 'publicAccounts.switch',
  summary: text('启用或停用公众号', 'Enable or disable a public account'),
  permission: 'gzhManagement.disable',
  body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
  refusals: [publicAccountNotFound, ownPublicAccountsOnly],
  example: { body: { id: '1', isEnabled: false } },
});
