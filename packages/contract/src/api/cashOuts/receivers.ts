import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CashOutMethod } from '../../enumerations/cashOut.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import {
  duplicateReceiver,
  limitsOutOfOrder,
  methodNotOffered,
  needsMerchant,
  noReceiverOfMethod,
  notACurrencyOfMethod,
  platformDecides,
  receiverInUse,
  receiverNotFound,
  tooManyReceivers,
} from './refusals.ts';

export const MOST_RECEIVERS = 5;
/** After a receiver was added or changed, what goes to it is reviewed for so long. */
export const NEW_RECEIVER_HOURS = 24;

const notAnOpenId = problem('OpenID 为 20 到 64 位字母、数字、- 或 _', 'An OpenID is 20 to 64 letters, digits, - or _');
const notABankAccount = problem('银行账号为 8 到 30 位数字', 'A bank account has 8 to 30 digits');
export const receiverAccountOf = (written: string): string => written.replace(/\s/g, '');
/** The number of an account as its method writes it. */
export const receiverAccountRule =
  (method: CashOutMethod): Rule<string> =>
  (written) => {
    const account = receiverAccountOf(written);
    if (method === CashOutMethod.values.bank) return /^\d{8,30}$/.test(account) ? undefined : notABankAccount;
    return /^[\w-]{20,64}$/.test(account) ? undefined : notAnOpenId;
  };
/** Whichever method; the server judges it by its own. */
const anyAccountRule: Rule<string> = (written) =>
  receiverAccountRule(CashOutMethod.values.bank)(written) && receiverAccountRule(CashOutMethod.values.wechat)(written);

const limitsSchema = {
  least: integerString,
  most: integerString.nullable(),
  dayMost: integerString.nullable(),
  reviewFrom: integerString.nullable(),
  twoFrom: integerString.nullable(),
  feePercent: z.string(),
  taxPercent: z.string(),
};

/** One's own receivers, and by what methods the platform pays; the platform reads its rules. */
export const readReceivers = read({
  name: 'receivers.read',
  summary: text('收款账户', 'Receiving accounts'),
  permission: ['receivePaymentConfig.view', 'overView.cashOut'],
  answer: z.object({
    currency: Currency.schema,
    /** The platform itself has none. */
    isPlatform: z.boolean(),
    receivers: z.array(
      z.object({
        id: idSchema,
        version: z.number().int(),
        method: CashOutMethod.schema,
        /** Masked. */
        account: z.string(),
        holder: z.string(),
        bank: z.string().nullable(),
        branch: z.string().nullable(),
        isDefault: z.boolean(),
        /** Until then what goes to it is reviewed. */
        newUntil: z.iso.datetime({ offset: true }).nullable(),
        /** What arrived there, and when the last did. */
        used: integerString,
        lastUsedAt: z.iso.datetime({ offset: true }).nullable(),
      }),
    ),
    rules: z.array(
      z.object({
        method: CashOutMethod.schema,
        currency: Currency.schema,
        ...limitsSchema,
        isPaused: z.boolean(),
        /** Named to the platform only. */
        merchantId: idSchema.nullable(),
        merchantName: z.string().nullable(),
        version: z.number().int(),
      }),
    ),
    /** The platform's own merchants that can pay; empty for others. */
    merchants: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
});

const identity = {
  accountNumber: z.string().check(ruled(anyAccountRule)),
  /** The real name of a person, or a company's as in its licence. */
  holder: stringSchema({ max: 80 }),
  bank: stringSchema({ required: false, max: 60 }).optional(),
  branch: stringSchema({ required: false, max: 80 }).optional(),
};
const own = { operation: OperationType.values.EditConfiguration, scope: 'own' } as const;

export const addReceiver = change({
  ...own,
  name: 'receivers.add',
  holdsSecret: true,
  summary: text('新增收款账户', 'Add receiving account'),
  permission: 'receivePaymentConfig.add',
  body: z.strictObject({ method: CashOutMethod.schema, ...identity }),
  answer: z.object({ id: idSchema }),
  refusals: [tooManyReceivers, duplicateReceiver, methodNotOffered, noReceiverOfMethod],
  example: { body: { method: 3, accountNumber: '6225 8800 1234 5678', holder: '甲代理有限公司', bank: '招商银行' } },
});

/** Without an account the number stays. Changed in any way, it is new again. */
export const editReceiver = change({
  ...own,
  name: 'receivers.edit',
  holdsSecret: true,
  summary: text('修改收款账户', 'Edit receiving account'),
  permission: 'receivePaymentConfig.edit',
  body: z.strictObject({
    id: idSchema,
    version: z.number().int(),
    ...identity,
    accountNumber: identity.accountNumber.optional(),
  }),
  answer: z.object({ id: idSchema }),
  refusals: [receiverNotFound, receiverInUse, duplicateReceiver, changedByAnother],
  example: { body: { id: '1', version: 1, holder: '甲代理有限公司', bank: '招商银行' } },
});

export const deleteReceiver = change({
  ...own,
  name: 'receivers.delete',
  summary: text('删除收款账户', 'Delete receiving account'),
  permission: 'receivePaymentConfig.delete',
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [receiverNotFound, receiverInUse],
  example: { body: { id: '1' } },
});

export const makeDefaultReceiver = change({
  ...own,
  name: 'receivers.makeDefault',
  summary: text('设为默认收款账户', 'Make default receiving account'),
  permission: 'receivePaymentConfig.default',
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [receiverNotFound],
  example: { body: { id: '1' } },
});

/** 0 to 20, with at most two decimals. */
const percent = z.string().regex(/^(?:1?\d(?:\.\d{1,2})?|20(?:\.0{1,2})?)$/);

/** How the platform pays by a method from now on; what was asked for before keeps its fee and tax. */
export const setCashOutRule = change({
  name: 'receivers.setRule',
  summary: text('设置提现规则', 'Set cash-out rule'),
  permission: 'receivePaymentConfig.rule',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    method: CashOutMethod.schema,
    currency: Currency.schema,
    /** 0 for the first one. */
    version: z.number().int().min(0),
    least: sentAmountSchema('smallest'),
    most: sentAmountSchema('smallest').optional(),
    dayMost: sentAmountSchema('smallest').optional(),
    reviewFrom: sentAmountSchema('smallest').optional(),
    /** From so much on two people pass it. */
    twoFrom: sentAmountSchema('smallest').optional(),
    feePercent: percent,
    taxPercent: percent,
    /** What has not been sent yet waits. */
    isPaused: z.boolean(),
    /** WeChat: through which merchant it pays. */
    merchantId: idSchema.optional(),
  }),
  answer: doneSchema,
  refusals: [platformDecides, needsMerchant, notACurrencyOfMethod, limitsOutOfOrder, changedByAnother],
  example: {
    body: {
      method: 3,
      currency: 'CNY',
      version: 0,
      least: '10.00',
      feePercent: '0.6',
      taxPercent: '0',
      isPaused: false,
    },
  },
});
