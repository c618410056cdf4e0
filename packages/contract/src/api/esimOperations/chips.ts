import { eidSchema, normalEid } from '@cardinal/primitives/eid.ts';
import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { EsimEnableState, IdentifierType, Lifecycle, OnlineState, Platform } from '../../enumerations/card.ts';
import {
  ChipState,
  EsimArchitecture,
  EsimCause,
  EsimOperationKind,
  EsimOperationState,
  RspState,
} from '../../enumerations/esim.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag, queryInteger } from '../../framework/paging.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { tagNotFound, tooManyTags } from '../cards/cardRefusals.ts';
import { countryUsageSchema, PLACE_DAYS, placeSchema } from '../carrierSync/sessions.ts';
import { chipsSchema, filterFindsOthers, pastedNumbers } from '../esim/named.ts';
import { planSchema } from '../esim/plan.ts';
import { alreadyTheirs, chipInUse, chipNotFound, notDirectChild, nothingToRecover } from '../esim/refusals.ts';

const instant = z.iso.datetime({ offset: true });

export const chipFiguresSchema = z.object({
  total: z.number().int(),
  /** Chips without an enabled number. */
  noNumber: z.number().int(),
  /** Chips whose last operation failed or expired. */
  failed: z.number().int(),
  /** Chips on their fallback number that have another one. */
  fallback: z.number().int(),
  isEstimate: z.boolean(),
});

export const listChips = list({
  name: 'esimCards.list',
  summary: text('eSIM卡列表', 'eSIM cards'),
  path: '/api/esimCards/v1/list',
  permission: 'esim.view',
  exportPermission: 'esim.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    eid: field.identifier('EID', 'EID', { filters: ['is', 'contains'], sortable: true }),
    architecture: field.enumeration(EsimArchitecture, { filters: ['is'] }),
    state: field.enumeration(ChipState, { filters: ['is'] }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    enabledIccid: field.identifier('当前码号', 'Enabled number', { nullable: true }),
    enabledPlatform: field.enumeration(Platform, {
      filters: ['is'],
      nullable: true,
      label: text('当前运营商', 'Enabled operator'),
    }),
    enabledCountry: field.text('当前国家', 'Enabled country', { filters: ['is'], nullable: true }),
    numbers: field.number('码号数', 'Numbers on chip'),
    memoryFree: field.bytes('剩余空间', 'Free memory', { nullable: true }),
    operationKind: field.enumeration(EsimOperationKind, { nullable: true, label: text('最近操作', 'Last operation') }),
    operationState: field.enumeration(EsimOperationState, { filters: ['is'], nullable: true }),
    /** The progress of the running operation in per cent; null if there is none. */
    operationProgress: field.number('操作进度', 'Progress', { nullable: true }),
    strategyName: field.text('写号策略', 'Strategy', { nullable: true }),
    imei: field.identifier('设备 IMEI', 'Device IMEI', { filters: ['is'], nullable: true }),
    onlineState: field.enumeration(OnlineState, { filters: ['is'], nullable: true }),
    packageName: field.text('套餐', 'Package', { nullable: true }),
    flowLeft: field.bytes('剩余流量', 'Data left', { nullable: true }),
    /** When the usage behind the remaining volume was read. */
    usageAt: field.time('用量时间', 'Usage read at', { nullable: true }),
    lastAuditAt: field.time('最近读取', 'Last audit', { sortable: true, nullable: true }),
    manufacturer: field.text('厂商', 'Manufacturer', { filters: ['is'], nullable: true }),
    productCode: field.text('产品', 'Product', { filters: ['is'], nullable: true }),
    carrierAccountName: field.text('SM-DP+ / eIM', 'SM-DP+ / eIM', { permission: 'platformConfig.view' }),
    importBatchId: field.id('导入批次', 'Import batch', { filters: ['is'], exportable: false, nullable: true }),
    tags: field.labels('标签', 'Tags', { filters: ['is', 'none'] }),
    remark: field.text('备注', 'Remark', { filters: ['contains'], nullable: true }),
    createdAt: field.time('入库时间', 'Imported at', { filters: ['range'], sortable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
  },
  extra: {
    /** A pasted list of EIDs of 14 to 64 characters. */
    eids: pastedNumbers(IdentifierType.values.eid).optional(),
    /** A segment of EIDs of one length, both ends included. */
    eidFrom: z
      .string()
      .regex(/^\d{4,32}$/)
      .optional(),
    eidTo: z
      .string()
      .regex(/^\d{4,32}$/)
      .optional(),
    /** Chips one of these profiles is bound to. */
    iccids: pastedNumbers(IdentifierType.values.iccid).optional(),
    noNumber: queryFlag.optional(),
    fallbackActive: queryFlag.optional(),
    strategyId: idSchema.optional(),
  },
  figures: chipFiguresSchema,
  defaultSort: '-createdAt',
});

const slotSchema = z.object({
  numberId: idSchema,
  iccid: z.string(),
  msisdn: z.string().nullable(),
  profileType: z.string(),
  platform: Platform.schema,
  country: z.string(),
  enableState: EsimEnableState.schema,
  rspState: RspState.schema,
  stateWords: z.string().nullable(),
  lifecycle: Lifecycle.schema,
  onlineState: OnlineState.schema,
  isFallback: z.boolean(),
  /** The profile's state in the chip's own list at the last audit; null if missing or never read. */
  audited: z.enum(['enabled', 'disabled']).nullable(),
  packageName: z.string().nullable(),
  packageEndsAt: instant.nullable(),
  flowUsed: z.string().nullable(),
  flowTotal: z.string().nullable(),
  /** When its usage was read. */
  usageAt: instant.nullable(),
  boundAt: instant.nullable(),
  hasActivationCode: z.boolean(),
});

export const chipOperationSchema = z.object({
  id: idSchema,
  kind: EsimOperationKind.schema,
  state: EsimOperationState.schema,
  cause: EsimCause.schema,
  iccid: z.string().nullable(),
  words: z.string().nullable(),
  subjectCode: z.string().nullable(),
  reasonCode: z.string().nullable(),
  by: z.string().nullable(),
  taskId: idSchema.nullable(),
  askedAt: instant,
  sentAt: instant.nullable(),
  expiresAt: instant.nullable(),
  closedAt: instant.nullable(),
  points: z.array(
    z.object({
      point: z.string(),
      isSuccess: z.boolean(),
      words: z.string().nullable(),
      at: instant,
      receivedAt: instant,
    }),
  ),
});

/** An EID from a URL: an invalid one counts as not found. */
const namedEid = z.string().min(1).max(200).overwrite(normalEid);

/** One chip: its profiles by our data and by its own report. */
export const readChip = read({
  name: 'esimCards.detail',
  summary: text('eSIM卡详情', 'eSIM card'),
  path: '/api/esimCards/v1/detail',
  permission: 'esim.view',
  query: { eid: namedEid },
  answer: z.object({
    eid: z.string(),
    architecture: EsimArchitecture.schema,
    state: ChipState.schema,
    stateText: z.string(),
    customerId: idSchema,
    customerName: z.string(),
    manufacturer: z.string().nullable(),
    memoryFree: z.string().nullable(),
    imei: z.string().nullable(),
    productCode: z.string().nullable(),
    bootstrapIccid: z.string().nullable(),
    tags: z.array(z.object({ id: idSchema, name: z.string(), color: z.string() })),
    remark: z.string().nullable(),
    /** Only with `platformConfig.view`. */
    carrierAccountName: z.string().nullable(),
    strategy: z.object({ id: idSchema, name: z.string() }).nullable(),
    enabledNumberId: idSchema.nullable(),
    /** Whether it belongs on the international screen: its enabled or only number is an international one. */
    isInternational: z.boolean(),
    /** Its running operation. */
    openOperation: z.object({ kind: EsimOperationKind.schema, state: EsimOperationState.schema }).nullable(),
    /** Operations that are not possible in its current state, with the reason; all others are. */
    refused: z.array(z.object({ kind: EsimOperationKind.schema, words: z.string() })),
    slots: z.array(slotSchema),
    /** ICCIDs reported by the chip that are not on it in our data. */
    unknownOnChip: z.array(z.object({ iccid: z.string(), state: z.enum(['enabled', 'disabled']) })),
    lastAuditAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
    version: z.number().int(),
  }),
  refusals: [chipNotFound],
  example: { query: { eid: '89049032000000000000000000000163' } },
});

/** The operations of one chip with their notifications, the newest first, at most fifty. */
export const chipOperations = read({
  name: 'esimCards.operations',
  summary: text('eSIM卡操作', 'eSIM card operations'),
  path: '/api/esimCards/v1/operations',
  permission: 'esim.view',
  query: { eid: namedEid },
  answer: z.array(chipOperationSchema),
  refusals: [chipNotFound],
  example: { query: { eid: '89049032000000000000000000000163' } },
});

/** Where a chip is, where its numbers used data, and which numbers of that country are available for it. */
export const readChipPlaces = read({
  name: 'esimCards.places',
  summary: text('eSIM卡所在国家', 'eSIM card country'),
  path: '/api/esimCards/v1/places',
  permission: 'esim.view',
  query: { eid: namedEid, days: queryInteger.pipe(z.number().int().min(1).max(PLACE_DAYS.most)).optional() },
  answer: z.object({
    current: placeSchema.nullable(),
    countries: z.array(countryUsageSchema),
    /** The country of the enabled number. */
    runs: z.string().nullable(),
    /** Disabled numbers on the chip for the country it is in. */
    onChip: z.array(z.object({ iccid: z.string(), profileType: z.string() })),
    /** Free numbers of that country; their lowest cost in minor units only for their buyer. */
    stock: z.array(
      z.object({
        profileType: z.string(),
        free: z.number().int(),
        cost: z.string().nullable(),
        currency: z.string().nullable(),
      }),
    ),
  }),
  refusals: [chipNotFound],
  example: { query: { eid: '89049032000000000000000000000163', days: 30 } },
});

/** Adds the caller's own tags to chips, or removes them; nobody else sees them. */
export const tagChips = change({
  name: 'esimCards.tag',
  summary: text('设置eSIM卡标签', 'Set eSIM card tags'),
  path: '/api/esimCards/v1/tag',
  permission: 'tagManagement.set',
  operation: OperationType.values.SetTag,
  body: z.strictObject({
    eids: chipsSchema,
    tagIds: z.array(idSchema).min(1).max(50),
    mode: z.enum(['add', 'remove', 'replace']),
  }),
  answer: z.object({ changed: z.number().int() }),
  refusals: [chipNotFound, tagNotFound, tooManyTags, filterFindsOthers],
  example: { body: { eids: ['89049032000000000000000000000163'], tagIds: ['1'], mode: 'add' } },
});

export const editChip = change({
  name: 'esimCards.edit',
  summary: text('编辑eSIM卡', 'Edit eSIM card'),
  path: '/api/esimCards/v1/edit',
  permission: 'esim.edit',
  operation: OperationType.values.EditRemark,
  body: z.strictObject({
    eid: eidSchema,
    remark: remarkSchema({ optional: true }).nullable(),
    version: z.number().int(),
  }),
  answer: doneSchema,
  refusals: [chipNotFound, changedByAnother],
  example: { body: { eid: '89049032000000000000000000000163', remark: '样机', version: 1 } },
});

/** The preview of allocating or recalling chips in their current state; nothing is reserved. */
export const previewChipMove = change({
  name: 'esimCards.previewMove',
  summary: text('eSIM卡划拨预检', 'Preview eSIM card allocation'),
  path: '/api/esimCards/v1/previewMove',
  permission: 'esim.allocate',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    kind: z.enum(['allocate', 'recover']),
    eids: chipsSchema,
    /** The recipient, once chosen. */
    customerId: idSchema.optional(),
  }),
  answer: planSchema,
  refusals: [chipNotFound, filterFindsOthers],
  example: { body: { kind: 'recover', eids: ['89049032000000000000000000000163'] } },
});

const movedSchema = z.object({
  moved: z.number().int(),
  numbers: z.number().int(),
  /** Those left unchanged. */
  left: z.number().int(),
});

/** To a customer directly below, with the numbers on them. */
export const allocateChips = change({
  name: 'esimCards.allocate',
  summary: text('划拨eSIM卡', 'Allocate eSIM cards'),
  path: '/api/esimCards/v1/allocate',
  permission: 'esim.allocate',
  operation: OperationType.values.AllocateCard,
  body: z.strictObject({ eids: chipsSchema, customerId: idSchema }),
  answer: movedSchema,
  refusals: [chipNotFound, filterFindsOthers, chipInUse, alreadyTheirs, notDirectChild],
  example: { body: { eids: ['89049032000000000000000000000163'], customerId: '11' } },
});

/** Recalls them to the caller's customer, with the numbers on them. */
export const recoverChips = change({
  name: 'esimCards.recover',
  summary: text('回收eSIM卡', 'Recover eSIM cards'),
  path: '/api/esimCards/v1/recover',
  permission: 'esim.allocate',
  operation: OperationType.values.RecoverCard,
  body: z.strictObject({ eids: chipsSchema }),
  answer: movedSchema,
  refusals: [chipNotFound, filterFindsOthers, chipInUse, nothingToRecover],
  example: { body: { eids: ['89049032000000000000000000000163'] } },
});
