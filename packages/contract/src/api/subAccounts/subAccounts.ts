import { phoneSchema } from '@cardinal/primitives/phone.ts';
import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { SplitRule, SubAccountKind, SubAccountState } from '../../enumerations/subAccount.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import {
  channelNotFound,
  codeRefused,
  hasSubAccount,
  lianlianRefused,
  moneyUnderWay,
  noCodeAwaited,
  notSplitFor,
  platformChannelsOnly,
  subAccountNotFound,
  subAccountNotOpen,
} from './refusals.ts';

/** The accounts of a channel, for whoever sees it; `channelId` names the Lianlian merchant. */
export const listSubAccounts = list({
  name: 'subAccounts.list',
  summary: text('连连子账户', 'Lianlian sub-accounts'),
  permission: 'lianlianSubAccount.view',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer', { filters: ['contains'] }),
    /** Ours, by which Lianlian knows it. */
    userNo: field.identifier('连连用户号', 'Lianlian user number', { filters: ['is'] }),
    kind: field.enumeration(SubAccountKind, { filters: ['is'] }),
    holder: field.text('户名', 'Holder'),
    state: field.enumeration(SubAccountState, { filters: ['is'] }),
    /** Lianlian's own word. */
    said: field.text('连连状态', 'Lianlian says'),
    askedAt: field.time('查询时间', 'Asked at', { sortable: true }),
    boundPhone: field.identifier('绑定手机', 'Bound phone'),
    bankCard: field.identifier('银行卡', 'Bank card'),
    splitRule: field.enumeration(SplitRule, { filters: ['is'] }),
    /** Null until Lianlian has said it. */
    balance: field.money('连连余额', 'Balance at Lianlian', { nullable: true }),
    /** Of paid payments, and what refunds took back. */
    received: field.money('累计分账', 'Received'),
    takenBack: field.money('累计退回', 'Taken back'),
    currency: field.enumeration(Currency),
    failure: field.text('最近失败', 'Last failure', { nullable: true }),
    createdAt: field.time('申请时间', 'Applied at', { sortable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
  },
  defaultSort: '-createdAt',
  extra: { channelId: idSchema },
  refusals: [channelNotFound],
  example: { query: { channelId: '8801' } },
});

/** The channel whose accounts they are. */
export const readSubAccountChannel = read({
  name: 'subAccounts.channel',
  summary: text('连连商户', 'Lianlian merchant'),
  permission: 'lianlianSubAccount.view',
  query: { channelId: idSchema },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    merchantNo: z.string(),
    isEnabled: z.boolean(),
    /** The platform's own: only such a channel splits. */
    isPlatforms: z.boolean(),
    /** Whether end users pay their packages through it, by its route. */
    isRouted: z.boolean(),
  }),
  refusals: [channelNotFound],
  example: { query: { channelId: '8801' } },
});

const notACard = problem('银行卡号或账号为 8 到 30 位数字', 'A bank card or account has 8 to 30 digits');
export const cardDigits = (written: string): string => written.replace(/\s/g, '');
export const bankCardRule: Rule<string> = (written) => (/^\d{8,30}$/.test(cardDigits(written)) ? undefined : notACard);

const written = { operation: OperationType.values.EditConfiguration } as const;
const one = { channelId: idSchema, id: idSchema };
const ofOne = [channelNotFound, subAccountNotFound, platformChannelsOnly];

/** Applies for an account at Lianlian, which sends a code to the phone. What it does not accept is not kept. */
export const addSubAccount = change({
  ...written,
  name: 'subAccounts.add',
  summary: text('申请连连子账户', 'Apply for a Lianlian sub-account'),
  permission: 'lianlianSubAccount.add',
  holdsSecret: true,
  body: z.strictObject({
    channelId: idSchema,
    customerId: idSchema,
    kind: SubAccountKind.schema,
    /** A person's name as in the ID, a company's as in its licence. */
    holder: stringSchema({ max: 60 }),
    /** A person's ID number, a company's unified social credit code. */
    idNumber: z.string().max(30),
    phone: phoneSchema,
    bankCard: z.string().max(40).check(ruled(bankCardRule)),
  }),
  answer: z.object({ id: idSchema }),
  refusals: [channelNotFound, platformChannelsOnly, notSplitFor, hasSubAccount, lianlianRefused],
  example: {
    body: {
      channelId: '8801',
      customerId: '10',
      kind: 'personal',
      holder: '张三',
      idNumber: '11010519491231002X',
      phone: '13800138000',
      bankCard: '6225 8800 1234 5678',
    },
  },
});

/** Applies again with what is known, so that a new code is sent; the one before counts no more. */
export const resendSubAccountCode = change({
  ...written,
  name: 'subAccounts.resend',
  summary: text('重发开户验证码', 'Send the code again'),
  permission: 'lianlianSubAccount.add',
  body: z.strictObject(one),
  answer: doneSchema,
  refusals: [...ofOne, noCodeAwaited, lianlianRefused],
  example: { body: { channelId: '8801', id: '1' } },
});

export const confirmSubAccount = change({
  ...written,
  name: 'subAccounts.confirm',
  summary: text('验证连连子账户', 'Verify a Lianlian sub-account'),
  permission: 'lianlianSubAccount.add',
  body: z.strictObject({ ...one, code: z.string().regex(/^\d{4,8}$/) }),
  answer: z.object({ state: SubAccountState.schema }),
  refusals: [...ofOne, noCodeAwaited, codeRefused, lianlianRefused],
  example: { body: { channelId: '8801', id: '1', code: '123456' } },
});

/** Asks Lianlian for its state and what it holds. */
export const querySubAccount = change({
  ...written,
  name: 'subAccounts.query',
  summary: text('查询连连子账户', 'Query a Lianlian sub-account'),
  permission: 'lianlianSubAccount.query',
  idempotency: 'none',
  body: z.strictObject(one),
  answer: z.object({ state: SubAccountState.schema }),
  refusals: [...ofOne, lianlianRefused],
  example: { body: { channelId: '8801', id: '1' } },
});

/** For payments that begin from now on. */
export const setSplitRule = change({
  ...written,
  name: 'subAccounts.split',
  summary: text('设置分账规则', 'Set a split rule'),
  permission: 'lianlianSubAccount.split',
  body: z.strictObject({ ...one, version: z.int(), splitRule: SplitRule.schema }),
  answer: doneSchema,
  refusals: [...ofOne, changedByAnother, subAccountNotOpen],
  example: { body: { channelId: '8801', id: '1', version: 1, splitRule: 'margin' } },
});

/** Asks Lianlian to close it; whether it is closed, Lianlian says. */
export const closeSubAccount = change({
  ...written,
  name: 'subAccounts.close',
  summary: text('销户连连子账户', 'Close a Lianlian sub-account'),
  permission: 'lianlianSubAccount.add',
  body: z.strictObject({ ...one, reason: remarkSchema() }),
  answer: z.object({ state: SubAccountState.schema }),
  refusals: [...ofOne, moneyUnderWay, lianlianRefused],
  example: { body: { channelId: '8801', id: '1', reason: '客户已退出' } },
});
