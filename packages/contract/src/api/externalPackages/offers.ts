import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { OfferState, SuspendReason, UNMAPPED, UnitBase } from '../../enumerations/externalPackage.ts';
import { PackageType, ValidityUnit } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { minorSchema, productCodeSchema } from '../catalogue/products.ts';
import { packageCodeTaken } from '../packages/systemPackages.ts';
import {
  costBelowPrice,
  externalPackageNotFound,
  nothingToAccept,
  offerIsGone,
  offerIsMapped,
  offerMoved,
  offerNotUnderstood,
  packageNotMappable,
} from './refusals.ts';

/** What sources offer, as they state it, beside our package. */
export const listOffers = list({
  name: 'externalPackages.list',
  summary: text('外部套餐', 'External packages'),
  permission: 'outPackagemanage.view',
  exportPermission: 'outPackagemanage.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    sourceId: field.id('来源编号', 'Source id', { filters: ['is'], exportable: false }),
    sourceName: field.text('来源', 'Source', { filters: ['contains'], sortable: true }),
    host: field.text('接口主机', 'Host'),
    code: field.identifier('外部编码', 'External code', { filters: ['is', 'contains'], sortable: true }),
    name: field.text('外部名称', 'External name', { filters: ['contains'], sortable: true }),
    state: field.enumeration(OfferState, { filters: ['is'] }),
    suspended: field.enumeration(SuspendReason, { filters: ['is', 'present'], nullable: true }),
    price: field.money('对方价格', 'Their price', { help: text('上次同步时', 'As of the last sync') }),
    currency: field.text('币种', 'Currency'),
    agreedPrice: field.money('已接受价格', 'Accepted price', { nullable: true }),
    packageId: field.id('套餐编号', 'Package id', { filters: ['present'], nullable: true, exportable: false }),
    packageCode: field.identifier('本平台套餐编码', 'Our package code', {
      filters: ['is'],
      nullable: true,
      absent: UNMAPPED,
    }),
    packageName: field.text('本平台套餐', 'Our package', { filters: ['contains'], nullable: true, absent: UNMAPPED }),
    cost: field.money('本平台成本', 'Our cost', { nullable: true }),
    costCurrency: field.text('成本币种', 'Cost currency', { nullable: true }),
    platform: field.enumeration(Platform, { filters: ['is'], nullable: true }),
    type: field.enumeration(PackageType, { filters: ['is'], nullable: true }),
    /** As they state it: «1073741824 B», «unlimited». */
    allowance: field.text('对方标称用量', 'Allowance as stated'),
    validity: field.text('对方有效期', 'Validity as stated'),
    failures: field.number('失败（24 小时）', 'Failures (24 h)', {
      help: text('该来源的调用', 'Calls to this source'),
    }),
    lastSyncAt: field.time('最近同步', 'Last sync', { nullable: true }),
    changedAt: field.time('变更时间', 'Changed at', { sortable: true }),
    acceptedAt: field.time('接受时间', 'Accepted at', { nullable: true }),
    acceptedBy: field.text('接受人', 'Accepted by', { nullable: true }),
    seenAt: field.time('最近出现', 'Last seen', { sortable: true }),
  },
  defaultSort: '-changedAt',
  figures: z.object({
    offers: z.number().int(),
    mapped: z.number().int(),
    changed: z.number().int(),
    gone: z.number().int(),
    suspended: z.number().int(),
  }),
});

const stated = z.object({
  price: integerString,
  currency: z.string(),
  allowance: z.string(),
  validity: z.string(),
});

/** What mapping or accepting comes to, before anybody decides: both costs, and whose price falls below the new one. */
export const previewOffer = read({
  name: 'externalPackages.preview',
  summary: text('映射与接受预览', 'Preview of mapping and accepting'),
  permission: ['outPackagemanage.map', 'outPackagemanage.accept'],
  scope: 'own',
  query: {
    id: idSchema,
    /** Our cost as it would be; left out, their price where it is in our currency. */
    cost: minorSchema.optional(),
    base: z.preprocess((raw) => (raw === undefined ? undefined : Number(raw)), UnitBase.schema.optional()),
    /** An own external package it would be mapped to. */
    packageId: idSchema.optional(),
  },
  answer: z.object({
    /** What is accepted now; null before it is mapped. */
    agreed: stated.nullable(),
    seen: stated,
    /** Stamp of what was shown; accepting and mapping send it back. */
    shown: z.string(),
    oldCost: integerString.nullable(),
    newCost: integerString.nullable(),
    costCurrency: z.string(),
    /** What a card would get, in bytes; null: unlimited. */
    flowBytes: integerString.nullable(),
    voiceSeconds: z.number().int().nullable(),
    smsCount: z.number().int().nullable(),
    /** Beyond the tolerance of the source. */
    isBeyond: z.boolean(),
    /** Whose price would not cover the new cost. */
    below: z.array(z.object({ customerId: idSchema, customerName: z.string(), price: integerString })),
  }),
  refusals: [externalPackageNotFound],
  example: { query: { id: '1', cost: '900' } },
});

/** What a mapping can name: periods, products, and own external packages without a mapping. */
export const mappingChoices = read({
  name: 'externalPackages.choices',
  summary: text('映射选项', 'Choices of a mapping'),
  permission: 'outPackagemanage.map',
  scope: 'own',
  query: { id: idSchema },
  answer: z.object({
    periods: z.array(z.object({ id: idSchema, name: z.string(), unit: ValidityUnit.schema })),
    products: z.array(z.object({ code: z.string(), name: z.string() })),
    packages: z.array(z.object({ id: idSchema, code: z.string(), name: z.string() })),
  }),
  refusals: [externalPackageNotFound],
  example: { query: { id: '1' } },
});

const decided = {
  id: idSchema,
  /** As the preview gave it: of what was looked at. */
  shown: z.string().min(1).max(200),
  /** What one costs us, in our currency. */
  cost: minorSchema,
};

export const mapOffer = change({
  name: 'externalPackages.map',
  summary: text('映射', 'Map'),
  permission: 'outPackagemanage.map',
  operation: OperationType.values.EditStrategyPrice,
  scope: 'own',
  body: z.strictObject({
    ...decided,
    base: UnitBase.schema,
    periodSpecId: idSchema,
    /** An own external package without a mapping; left out, a new one of this code and name. */
    packageId: idSchema.optional(),
    code: productCodeSchema.optional(),
    name: productNameSchema.optional(),
    productCodes: z.array(productCodeSchema).max(200).optional(),
  }),
  answer: z.object({ packageId: idSchema }),
  refusals: [
    externalPackageNotFound,
    offerIsMapped,
    offerIsGone,
    offerMoved,
    offerNotUnderstood,
    costBelowPrice,
    packageNotMappable,
    packageCodeTaken,
  ],
  example: {
    body: {
      id: '1',
      shown: '600',
      cost: '600',
      base: 1024,
      periodSpecId: '1',
      code: 'EXT-1G',
      name: '外部 1GB 月包',
      productCodes: [],
    },
  },
});

/** Takes what the source states now at a stated cost; what was suspended for it is on the shelf again. */
export const acceptOffer = change({
  name: 'externalPackages.accept',
  summary: text('接受变更', 'Accept the change'),
  permission: 'outPackagemanage.accept',
  operation: OperationType.values.EditStrategyPrice,
  scope: 'own',
  body: z.strictObject(decided),
  answer: doneSchema,
  refusals: [externalPackageNotFound, nothingToAccept, offerIsGone, offerMoved, costBelowPrice],
  example: { body: { id: '1', shown: '900', cost: '900' } },
});
