import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DeviceAccountType } from '../../enumerations/device.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { targetNotAllowed } from '../paymentProviders/refusals.ts';
import { appidTaken } from '../publicAccounts/publicAccounts.ts';
import {
  backupOfAnother,
  merchantUnusable,
  nobodySignedIn,
  programRouteNotFound,
  programRouteTaken,
  programsNotRun,
  secretMissing,
} from './refusals.ts';

/** Which merchant takes what is paid in a mini-program, by what is sold there. */
export const programRoutes = register({
  name: 'programRoutes',
  noun: { zh: '小程序支付配置', en: 'mini-program payment', many: 'mini-program payments' },
  verb: 'add',
  permission: 'wxappPayConfig',
  hasRightPerVerb: true,
  scope: 'customer-tree',
  operation: OperationType.values.EditConfiguration,
  holdsSecret: true,
  without: ['delete'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('小程序', 'Mini-program', { filters: ['contains'] }),
    appid: field.identifier('AppID', 'AppID', { filters: ['is', 'contains'] }),
    accountType: field.enumeration(DeviceAccountType, { filters: ['is'] }),
    merchantId: field.id('商户编号', 'Merchant id', { filters: ['is'], exportable: false }),
    merchantName: field.text('收款商户', 'Merchant'),
    backupId: field.id('备用商户编号', 'Backup id', { nullable: true, exportable: false }),
    backupName: field.text('备用商户', 'Backup', { nullable: true }),
    /** Whose merchants they are: he gets the money and bears what the provider keeps of it. */
    collectorName: field.text('收款方（承担手续费）', 'Collected by, who bears the fee'),
    sellsOnIos: field.flag('iOS 可购买', 'Sold on iOS', { filters: ['is'] }),
    isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
    /** Of China's day, in the currency of the program's owner. */
    todayIncome: field.money('今日收入', 'Income today'),
    currency: field.enumeration(Currency),
    users: field.number('用户', 'Users'),
    testedAt: field.time('测试时间', 'Tested at', { nullable: true }),
    testIsOk: field.flag('测试通过', 'Test passed', { nullable: true, exportable: false }),
    testSaid: field.text('测试结果', 'Test said', { nullable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    /** For the developers of the program: where it signs in and sells. */
    apiPath: field.text('接口地址', 'API address', { exportable: false }),
    /** WeChat's, or of a relay. */
    apiBaseUrl: field.text('微信接口地址', 'WeChat API address', { exportable: false }),
    isOwn: field.flag('可修改', 'Changeable', { exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
    createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  },
  defaultSort: '-createdAt',
  body: {
    appid: z.string().regex(/^wx[0-9a-z]{16}$/),
    name: stringSchema({ min: 2, max: 30 }),
    accountType: DeviceAccountType.schema,
    /** Needed when the program is connected; left out, it stays. */
    secret: z
      .string()
      .regex(/^[0-9a-zA-Z]{16,64}$/)
      .optional(),
    /** WeChat's own, or a relay of one's own. */
    apiBaseUrl: z.string().max(200).optional(),
    merchantId: idSchema,
    backupId: idSchema.nullable().optional(),
    sellsOnIos: z.boolean(),
  },
  locked: ['appid', 'accountType'],
  isVersioned: true,
  notFound: programRouteNotFound,
  duplicate: programRouteTaken,
  refusals: {
    write: [programsNotRun, merchantUnusable, backupOfAnother, targetNotAllowed],
    create: [appidTaken, secretMissing],
  },
  example: {
    appid: 'wx0123456789abcdef',
    name: '设备商城',
    accountType: 'DEVICE',
    secret: '0123456789abcdef0123456789abcdef',
    merchantId: '1',
    sellsOnIos: false,
  },
});

export const enableProgramRoute = change({
  name: 'programRoutes.enable',
  summary: text('启用或停用小程序支付配置', 'Enable or disable a mini-program payment'),
  permission: 'wxappPayConfig.enable',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
  answer: doneSchema,
  refusals: [programRouteNotFound, programsNotRun],
  example: { body: { id: '1', isEnabled: false } },
});

/** Asks WeChat for a payment of 0.01 by the latest user of the program, and closes it: nobody pays it. */
export const testProgramRoute = change({
  name: 'programRoutes.test',
  summary: text('测试小程序支付', 'Test a mini-program payment'),
  permission: 'wxappPayConfig.test',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ isOk: z.boolean(), said: z.string() }),
  refusals: [programRouteNotFound, programsNotRun, nobodySignedIn],
  example: { body: { id: '1' } },
});

/** Whether the caller sets up mini-programs at all, the merchants to choose from, and the programs that are connected. */
export const readProgramChoices = read({
  name: 'programRoutes.choices',
  summary: text('小程序支付可选项', 'Choices for mini-program payments'),
  permission: 'wxappPayConfig.view',
  answer: z.object({
    runsPrograms: z.boolean(),
    merchants: z.array(z.object({ id: idSchema, name: z.string(), isEnabled: z.boolean() })),
  }),
});
