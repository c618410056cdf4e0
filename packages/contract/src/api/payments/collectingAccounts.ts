import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { PaymentScene } from '../../enumerations/paymentRoute.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { merchantNotFound, ownMerchantsOnly } from '../paymentProviders/refusals.ts';
import {
  alreadyInUse,
  collectingAccountDisabled,
  collectingAccountNotFound,
  currencyNotTaken,
  currencyOfChildren,
  duplicateCollectingAccount,
  leastAboveDay,
  leastAboveMost,
  merchantRoutedAlready,
  ownAccountsOnly,
  routeMoved,
  switchInstead,
  tooManyCollectingAccounts,
} from './refusals.ts';

const notAnAccountNumber = problem('账号应为 6 到 34 位字母或数字', 'An account number is 6 to 34 letters or digits');
/** As a bank writes it, with or without spaces. */
export const accountNumberOf = (written: string): string => written.replace(/[\s-]/g, '').toUpperCase();
export const accountNumberRule: Rule<string> = (written) =>
  written.length <= 60 && /^[0-9A-Z]{6,34}$/.test(accountNumberOf(written)) ? undefined : notAnAccountNumber;

const limits = {
  least: sentAmountSchema('smallest').optional(),
  most: sentAmountSchema('smallest').optional(),
  dayMost: sentAmountSchema('smallest').optional(),
  note: remarkSchema({ optional: true }).optional(),
};
const terms = {
  ...limits,
  holder: stringSchema({ max: 80 }),
  bank: stringSchema({ max: 60 }),
  branch: stringSchema({ required: false, max: 80 }).optional(),
  /** Stands before the payer's customer code in the remark of a transfer. */
  remarkPrefix: stringSchema({ required: false, max: 12, sets: ['noSign'], symbols: '-_' }).optional(),
};
const written = {
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
} as const;
const found = [collectingAccountNotFound, ownAccountsOnly];
const example = {
  scene: PaymentScene.values.balanceRecharge,
  currency: 'CNY',
  holder: '卡枢（演示）有限公司',
  bank: '招商银行',
  branch: '杭州分行',
  accountNumber: '5719 0012 3410 801',
  remarkPrefix: 'CZ-',
  least: '100.00',
};

/** A new account is the last of its route: used at once only where no other is. */
export const addCollectingAccount = change({
  ...written,
  name: 'collectingAccounts.add',
  summary: text('新增收款账户', 'Add collecting account'),
  permission: 'paymentConfig.edit',
  holdsSecret: true,
  body: z.strictObject({
    scene: PaymentScene.schema,
    /** Left out, the owner's own; below the platform no other fits. */
    currency: Currency.schema.optional(),
    ...terms,
    accountNumber: z.string().check(ruled(accountNumberRule)),
  }),
  answer: z.object({ id: idSchema }),
  refusals: [currencyOfChildren, leastAboveMost, leastAboveDay, duplicateCollectingAccount, tooManyCollectingAccounts],
  example: { body: example },
});

/** Another number is another account: it is added, and this one disabled. */
export const editCollectingAccount = change({
  ...written,
  name: 'collectingAccounts.edit',
  summary: text('编辑收款账户', 'Edit collecting account'),
  permission: 'paymentConfig.edit',
  body: z.strictObject({ id: idSchema, version: z.int(), ...terms }),
  answer: doneSchema,
  refusals: [...found, leastAboveMost, leastAboveDay, changedByAnother],
  example: { body: { id: '1', version: 1, holder: '卡枢（演示）有限公司', bank: '招商银行' } },
});

/** A merchant of one's own, as the last of the route of its provider: used at once only where no other is. */
export const addMerchantToRoute = change({
  ...written,
  name: 'collectingAccounts.addMerchant',
  summary: text('新增收款商户', 'Add merchant to a route'),
  permission: 'paymentConfig.edit',
  body: z.strictObject({
    scene: PaymentScene.schema,
    merchantId: idSchema,
    /** Left out, the owner's own; below the platform no other fits. */
    currency: Currency.schema.optional(),
    ...limits,
  }),
  answer: z.object({ id: idSchema }),
  refusals: [
    merchantNotFound,
    ownMerchantsOnly,
    currencyOfChildren,
    currencyNotTaken,
    leastAboveMost,
    leastAboveDay,
    merchantRoutedAlready,
    tooManyCollectingAccounts,
  ],
  example: { body: { scene: PaymentScene.values.balanceRecharge, merchantId: '8801', dayMost: '50000.00' } },
});

export const editMerchantOfRoute = change({
  ...written,
  name: 'collectingAccounts.editMerchant',
  summary: text('编辑收款商户', 'Edit merchant of a route'),
  permission: 'paymentConfig.edit',
  body: z.strictObject({ id: idSchema, version: z.int(), ...limits }),
  answer: doneSchema,
  refusals: [...found, leastAboveMost, leastAboveDay, changedByAnother],
  example: { body: { id: '1', version: 1, dayMost: '50000.00' } },
});

/** Disabled, its backup takes over; enabled again, it is the last of its route. */
export const enableCollectingAccount = change({
  ...written,
  name: 'collectingAccounts.enable',
  summary: text('启停收款账户', 'Enable or disable collecting account'),
  permission: 'paymentConfig.enable',
  body: z.discriminatedUnion('isEnabled', [
    z.strictObject({ id: idSchema, isEnabled: z.literal(true) }),
    z.strictObject({ id: idSchema, isEnabled: z.literal(false), reason: remarkSchema() }),
  ]),
  answer: doneSchema,
  refusals: [...found, changedByAnother],
  example: { body: { id: '1', isEnabled: false, reason: '账户年检' } },
});

/** Makes a backup the account in use. `insteadOf`: the one in use, as the caller saw it. */
export const switchRoute = change({
  ...written,
  name: 'collectingAccounts.switch',
  summary: text('切换收款账户', 'Switch collecting account'),
  permission: 'paymentConfig.switch',
  body: z.strictObject({ id: idSchema, insteadOf: idSchema, reason: remarkSchema() }),
  answer: doneSchema,
  refusals: [...found, collectingAccountDisabled, alreadyInUse, routeMoved],
  example: { body: { id: '2', insteadOf: '1', reason: '主账户当日限额已满' } },
});

/** Moves a backup before the one above it, as the caller saw it. */
export const raiseCollectingAccount = change({
  ...written,
  name: 'collectingAccounts.raise',
  summary: text('备用账户上移', 'Move a backup up'),
  permission: 'paymentConfig.edit',
  body: z.strictObject({ id: idSchema, above: idSchema }),
  answer: doneSchema,
  refusals: [...found, collectingAccountDisabled, switchInstead, changedByAnother],
  example: { body: { id: '3', above: '2' } },
});

/** The whole number, for this one answer; who looked is logged. */
export const viewAccountNumber = change({
  name: 'collectingAccounts.viewNumber',
  summary: text('查看收款账号', 'View account number'),
  permission: 'paymentConfig.edit',
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.ViewSensitive,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ accountNumber: z.string() }),
  refusals: found,
  example: { body: { id: '1' } },
});
