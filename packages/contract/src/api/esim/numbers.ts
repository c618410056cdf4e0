import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { EsimEnableState, IdentifierType, Lifecycle, Platform } from '../../enumerations/card.ts';
import { RspState } from '../../enumerations/esim.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { filterFindsOthers, numbersSchema, pastedNumbers } from './named.ts';
import { planSchema } from './plan.ts';
import {
  alreadyTheirs,
  noActivationCode,
  notDirectChild,
  nothingToRecover,
  numberNotFound,
  numberNotFree,
  numberOnChip,
  numberRuns,
} from './refusals.ts';

/** Numbers selected in the list: at most a thousand at once. */

const stockSchema = z.object({
  profileType: z.string(),
  country: z.string(),
  free: z.number().int(),
  /** Full days until the stock is empty at the rate of the last thirty; null if none was bound in that time. */
  daysLeft: z.number().int().nullable(),
});

/** Totals over all pages. */
export const numberFiguresSchema = z.object({
  total: z.number().int(),
  inStock: z.number().int(),
  /** Ordered for a chip or being written on it. */
  bound: z.number().int(),
  /** On their chip and disabled. */
  onChip: z.number().int(),
  enabled: z.number().int(),
  invalid: z.number().int(),
  /** The cost of invalid ones by currency; only those whose cost the caller may see. */
  invalidCost: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Bound for longer than the reminder's delay, and not downloaded. */
  overdue: z.number().int(),
});

/** All profiles with their status. Owner, product and usage are those of the number's card. */
export const listNumbers = list({
  name: 'codeNumbers.list',
  summary: text('码号列表', 'Code numbers'),
  path: '/api/codeNumbers/v1/list',
  permission: 'codeNumber.view',
  exportPermission: 'codeNumber.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'], sortable: true }),
    imsi: field.identifier('IMSI', 'IMSI', { filters: ['is'], nullable: true }),
    msisdn: field.identifier('MSISDN', 'MSISDN', { filters: ['is'], nullable: true }),
    profileType: field.text('码号类型', 'Profile type', { filters: ['is'], sortable: true }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    country: field.text('国家', 'Country', { filters: ['is'], sortable: true }),
    carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
    carrierAccountName: field.text('通道', 'Carrier account', { nullable: true, permission: 'platformConfig.view' }),
    smdpAddress: field.text('SM-DP+ 地址', 'SM-DP+ address', { nullable: true }),
    enableState: field.enumeration(EsimEnableState, { filters: ['is'] }),
    rspState: field.enumeration(RspState, { filters: ['is'] }),
    /** Why it is invalid, or the result of its last step. */
    stateWords: field.text('状态说明', 'Status notes', { nullable: true }),
    eid: field.identifier('EID', 'EID', { filters: ['is'], nullable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    lifecycle: field.enumeration(Lifecycle, { filters: ['is'] }),
    productCode: field.text('产品', 'Product', { filters: ['is'], nullable: true }),
    importBatchId: field.id('导入批次', 'Import batch', { filters: ['is'], exportable: false, nullable: true }),
    importedAt: field.time('入库时间', 'Imported at', { filters: ['range'], sortable: true }),
    isOverdue: field.flag('超期未下载', 'Not downloaded in time', { exportable: false }),
    boundAt: field.time('绑定时间', 'Bound at', { sortable: true, nullable: true }),
    /** Its cost; visible to its importer and those above, null for others. */
    cost: field.money('成本', 'Cost', { nullable: true }),
    currency: field.text('币种', 'Currency', { exportable: false }),
    /** Whether it has one, for those who may see it. */
    hasActivationCode: field.flag('有激活码', 'Has an activation code', { exportable: false }),
  },
  /** Pasted lists of one kind of number each. */
  extra: {
    overdue: queryFlag.optional(),
    iccids: pastedNumbers(IdentifierType.values.iccid).optional(),
    imsis: pastedNumbers(IdentifierType.values.imsi).optional(),
    msisdns: pastedNumbers(IdentifierType.values.businessNumber).optional(),
    eids: pastedNumbers(IdentifierType.values.eid).optional(),
    /** Neither on a chip nor bound to one. */
    inStock: queryFlag.optional(),
    /** On its chip, but not active. */
    onChip: queryFlag.optional(),
  },
  figures: numberFiguresSchema,
  defaultSort: '-importedAt',
});

/** The free stock of each kind and how long it lasts, the shortest supply first, at most twenty kinds. */
export const readNumberStock = read({
  name: 'codeNumbers.stock',
  summary: text('码号库存', 'Code number stock'),
  path: '/api/codeNumbers/v1/stock',
  permission: 'codeNumber.view',
  answer: z.array(stockSchema),
});

/** The choices of filters and forms for code numbers: the kinds within the caller's scope. */
export const numberOptions = read({
  name: 'codeNumbers.options',
  summary: text('码号可选项', 'Code number options'),
  path: '/api/codeNumbers/v1/options',
  namesCarriers: true,
  permission: ['codeNumber.view', 'esim.view'],
  answer: z.object({
    profileTypes: z.array(z.string()),
    countries: z.array(z.string()),
    /** What can currently be written on a chip. */
    stock: z.array(stockSchema.pick({ profileType: true, country: true, free: true })),
    /** Only with `platformConfig.view`. */
    carrierAccounts: z.array(z.object({ id: idSchema, name: z.string(), platform: Platform.schema })),
  }),
});

/** The preview of a step in stock on these numbers in their current state; nothing is reserved. */
export const previewNumbers = change({
  name: 'codeNumbers.preview',
  summary: text('码号操作预检', 'Preview code number operation'),
  path: '/api/codeNumbers/v1/preview',
  permission: ['codeNumber.allocate', 'codeNumber.invalidate', 'codeNumber.unbind'],
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    kind: z.enum(['allocate', 'recover', 'invalidate', 'unbind']),
    numberIds: numbersSchema,
    /** The recipient, once chosen. */
    customerId: idSchema.optional(),
  }),
  answer: planSchema,
  refusals: [numberNotFound, filterFindsOthers],
  example: { body: { kind: 'recover', numberIds: ['1'] } },
});

const movedSchema = z.object({
  moved: z.number().int(),
  /** Those left unchanged. */
  left: z.number().int(),
});

/** To a customer directly below; numbers on a chip go with their chip. */
export const allocateNumbers = change({
  name: 'codeNumbers.allocate',
  summary: text('划拨码号', 'Allocate code numbers'),
  path: '/api/codeNumbers/v1/allocate',
  permission: 'codeNumber.allocate',
  operation: OperationType.values.AllocateCard,
  body: z.strictObject({ numberIds: numbersSchema, customerId: idSchema }),
  answer: movedSchema,
  refusals: [numberNotFound, filterFindsOthers, numberOnChip, alreadyTheirs, notDirectChild],
  example: { body: { numberIds: ['1'], customerId: '11' } },
});

/** Recalls them to the caller's customer from anyone below. */
export const recoverNumbers = change({
  name: 'codeNumbers.recover',
  summary: text('回收码号', 'Recover code numbers'),
  path: '/api/codeNumbers/v1/recover',
  permission: 'codeNumber.allocate',
  operation: OperationType.values.RecoverCard,
  body: z.strictObject({ numberIds: numbersSchema }),
  answer: movedSchema,
  refusals: [numberNotFound, filterFindsOthers, numberOnChip, nothingToRecover],
  example: { body: { numberIds: ['1'] } },
});

/** Permanent: from then on it counts as cost, never as stock. */
export const invalidateNumbers = change({
  name: 'codeNumbers.invalidate',
  summary: text('码号置为失效', 'Set code numbers invalid'),
  path: '/api/codeNumbers/v1/invalidate',
  permission: 'codeNumber.invalidate',
  operation: OperationType.values.EsimDelete,
  body: z.strictObject({ numberIds: numbersSchema, reason: z.string().trim().min(2).max(100) }),
  answer: z.object({ invalidated: z.number().int(), left: z.number().int() }),
  refusals: [numberNotFound, filterFindsOthers, numberNotFree, numberRuns],
  example: { body: { numberIds: ['1'], reason: '供应商收回' } },
});

/** A change, because each view is logged; the code is stored nowhere else. */
export const viewActivationCode = change({
  name: 'codeNumbers.viewActivationCode',
  summary: text('查看激活码', 'View activation code'),
  path: '/api/codeNumbers/v1/viewActivationCode',
  permission: 'esim.viewActivationCode',
  idempotency: 'none',
  operation: OperationType.values.ViewSensitive,
  body: z.strictObject({ numberId: idSchema }),
  answer: z.object({
    iccid: z.string(),
    /** `LPA:1$…`, what a device scans. */
    activationCode: z.string(),
    smdpAddress: z.string(),
    matchingId: z.string(),
    needsConfirmationCode: z.boolean(),
  }),
  refusals: [numberNotFound, noActivationCode],
  example: { body: { numberId: '1' } },
});
