import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { DeductionPayer, DeductionRounding, TariffState } from '../../enumerations/deduction.ts';
import { Currency } from '../../enumerations/money.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { DeductionSource, DeductionType } from '../../enumerations/settlement.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import * as refusals from './refusals.ts';

const { CardPayByQuantity, AccountPayByQuantity } = DeductionType.values;
const { STOP, NO_CONTROL } = ControlAction.values;
export const TARIFF_TYPES = [CardPayByQuantity, AccountPayByQuantity] as const;
export const ON_EMPTY = [STOP, NO_CONTROL] as const;
export const MOST_IN_SCOPE = 100;
export const PRICE_PLACES = 6;
export const MOST_FREE_MB = 1_073_741_824;

/** An exact price a GB. */
const priceSchema = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/)
  .meta({ examples: ['5.00'] });

const operation = OperationType.values.EditStrategyPrice;

/** What a direct customer pays for each GB that it and those below it use. What changes over time is kept as versions. */
export const tariffs = register({
  name: 'deductionTariffs',
  noun: { zh: '实时扣费配置', en: 'real-time tariff', many: 'real-time tariffs' },
  permission: 'realTimeDeductionConfig',
  exportPermission: 'realTimeDeductionConfig.export',
  scope: 'customer-tree',
  hasRightPerVerb: true,
  verb: 'add',
  operation,
  without: ['delete'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    ownerName: field.text('收费方', 'Charged by', { nullable: true }),
    /** Whether the caller's customer charges by it. */
    isOwn: field.flag('本级收费', 'Charged by us', { exportable: false }),
    type: field.enumeration(DeductionType, { filters: ['is'] }),
    source: field.enumeration(DeductionSource, { filters: ['is'] }),
    payer: field.enumeration(DeductionPayer, { filters: ['is'] }),
    accountIds: field.object('通道', 'Carrier accounts', z.array(idSchema)),
    productCodes: field.object('产品', 'Products', z.array(z.string())),
    /** Accounts and products in words. */
    reach: field.text('范围', 'Scope'),
    /** In force; where it only watches over packages there is none. */
    unitPrice: field.text('单价（每GB）', 'Price a GB', { nullable: true }),
    freeMb: field.number('免费流量（MB）', 'Free (MB)'),
    rounding: field.enumeration(DeductionRounding, { filters: ['is'] }),
    /** A version to come. */
    nextPrice: field.text('下一单价', 'Next price', { nullable: true }),
    nextFrom: field.time('下一版本生效', 'Next version from', { nullable: true }),
    onEmpty: field.enumeration(ControlAction, { filters: ['is'] }),
    state: field.enumeration(TariffState, { filters: ['is'] }),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    cards: field.number('覆盖卡数', 'Cards covered'),
    today: field.money('今日扣费', 'Charged today'),
    /** Since when its cards are stopped because the balance is used up. */
    arrearsSince: field.time('欠费停机起', 'Stopped for arrears since', { nullable: true }),
    revision: field.number('版本', 'Version'),
    version: field.number('修改次数', 'Changes', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  body: {
    customerId: idSchema,
    type: z.union([z.literal(CardPayByQuantity), z.literal(AccountPayByQuantity)]),
    source: DeductionSource.schema,
    payer: DeductionPayer.schema.default('balance'),
    accountIds: z.array(idSchema).max(MOST_IN_SCOPE).default([]),
    productCodes: z.array(z.string().min(1).max(50)).max(MOST_IN_SCOPE).default([]),
    unitPrice: priceSchema.nullable().optional(),
    freeMb: z.int().min(0).max(MOST_FREE_MB).default(0),
    rounding: DeductionRounding.schema,
    onEmpty: z.union([z.literal(STOP), z.literal(NO_CONTROL)]),
    /** From when what is sent holds; now where it is left out. */
    validFrom: z.iso.datetime({ offset: true }).nullable().optional(),
  },
  locked: ['customerId', 'type', 'source', 'payer', 'accountIds', 'productCodes'],
  isVersioned: true,
  notFound: refusals.tariffNotFound,
  refusals: {
    write: [
      refusals.priceBelowOwn,
      refusals.priceMissing,
      refusals.fromPast,
      refusals.cannotStop,
      refusals.notYourTariff,
    ],
    create: [refusals.notDirectChild, refusals.notInScope, refusals.walletPaysAlone],
  },
  example: {
    customerId: '11',
    type: CardPayByQuantity,
    source: DeductionSource.values.balance,
    accountIds: [],
    productCodes: [],
    unitPrice: '5.00',
    freeMb: 0,
    rounding: 'exact',
    onEmpty: STOP,
  },
});

const choiceSchema = z.object({ id: z.string(), name: z.string(), platform: Platform.schema });

/** Direct customers, and what their cards run by. */
export const tariffChoices = read({
  name: 'deductionTariffs.choices',
  summary: text('实时扣费可选范围', 'Scopes of real-time tariffs'),
  namesCarriers: true,
  permission: 'realTimeDeductionConfig.view',
  answer: z.object({
    currency: z.string(),
    customers: z.array(z.object({ id: idSchema, name: z.string() })),
    accounts: z.array(choiceSchema),
    products: z.array(choiceSchema),
  }),
});

export const readTariff = read({
  name: 'deductionTariffs.read',
  summary: text('实时扣费配置版本', 'Versions of a real-time tariff'),
  permission: 'realTimeDeductionConfig.view',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    currency: z.string(),
    versions: z.array(
      z.object({
        revision: z.int(),
        isOn: z.boolean(),
        unitPrice: z.string().nullable(),
        freeMb: z.int(),
        rounding: DeductionRounding.schema,
        validFrom: z.iso.datetime(),
        createdBy: z.string().nullable(),
      }),
    ),
  }),
  refusals: [refusals.tariffNotFound],
  example: { query: { id: '1' } },
});

/** What it would have charged for yesterday's usage alone. */
export const simulateTariff = read({
  name: 'deductionTariffs.simulate',
  summary: text('按昨日用量试算', 'Try a tariff on yesterday’s usage'),
  permission: 'realTimeDeductionConfig.simulate',
  query: { id: idSchema },
  answer: z.object({
    day: z.iso.date(),
    cards: z.int(),
    usedCards: z.int(),
    bytes: integerString,
    packageBytes: integerString,
    /** What would be multiplied by the price. */
    chargedBytes: integerString,
    unitPrice: z.string().nullable(),
    amount: integerString,
    currency: z.string(),
    /** Null where the cards' own balances pay. */
    balance: integerString.nullable(),
    version: z.int(),
  }),
  refusals: [refusals.tariffNotFound],
  example: { query: { id: '1' } },
});

const turning = { operation, body: z.strictObject({ id: idSchema, version: z.int().min(1) }), answer: doneSchema };
const example = { body: { id: '1', version: 1 } };

export const enableTariff = change({
  ...turning,
  name: 'deductionTariffs.enable',
  summary: text('启用实时扣费', 'Switch a real-time tariff on'),
  permission: 'realTimeDeductionConfig.enable',
  refusals: [
    refusals.tariffNotFound,
    changedByAnother,
    refusals.notYourTariff,
    refusals.tariffInState,
    refusals.overlapping,
    refusals.walletPaysAlready,
    refusals.priceBelowOwn,
  ],
  example,
});

export const disableTariff = change({
  ...turning,
  name: 'deductionTariffs.disable',
  summary: text('停用实时扣费', 'Switch a real-time tariff off'),
  permission: 'realTimeDeductionConfig.disable',
  refusals: [refusals.tariffNotFound, changedByAnother, refusals.notYourTariff, refusals.tariffInState],
  example,
});
