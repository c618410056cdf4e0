import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { OrderingSwitch, PackageShelf, PackageType, SalesChannel, ValidityUnit } from '../../enumerations/package.ts';
import { ReviewState } from '../../enumerations/settlement.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { productCodeSchema } from '../catalogue/products.ts';
import { notPassed, reviewFields } from './reviewFields.ts';
import { packageCodeTaken, packageWasSold, shelveSystemPackages } from './systemPackages.ts';

export const MOST_UNITS = 24;

const bytes = z.string().regex(/^[1-9]\d{0,17}$/);

/** What a customer puts together from a package it has: so many of it, one after the other on the card. */
export const customPackages = register({
  name: 'customPackages',
  noun: { zh: '自定义套餐', en: 'custom package', many: 'custom packages' },
  permission: 'customPackage',
  exportPermission: 'customPackage.export',
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    code: field.identifier('套餐编码', 'Package code', { filters: ['is', 'contains'], sortable: true }),
    name: field.text('套餐名称', 'Package', { filters: ['contains'], sortable: true }),
    shelfState: field.enumeration(PackageShelf, { filters: ['is'] }),
    /** Why it cannot be ordered, whatever the card. */
    whyNot: field.enumeration(OrderingSwitch, { nullable: true }),
    basePackageId: field.id('基础套餐编号', 'Base id', { filters: ['is'], exportable: false }),
    baseName: field.text('基础套餐', 'Base package'),
    units: field.number('份数', 'Times'),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    type: field.enumeration(PackageType, { filters: ['is'] }),
    /** Of each. */
    flowBytes: field.bytes('每份流量', 'Volume each', { nullable: true }),
    voiceSeconds: field.seconds('每份通话时长', 'Call time each', { nullable: true }),
    validityCount: field.number('每份有效期', 'Validity each'),
    validityUnit: field.enumeration(ValidityUnit),
    /** What the caller pays for all of it now; null of what it makes itself, and where the base has no price in force. */
    cost: field.money('我的成本', 'My cost', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    channels: field.enumerations(SalesChannel, { filters: ['is'] }),
    /** Direct children who have it now. */
    distributed: field.number('下发客户', 'Given to'),
    /** Null: no review was demanded. */
    review: field.enumeration(ReviewState, { filters: ['is'], nullable: true }),
    ...reviewFields,
    /** The parent, by the name of the customer. */
    checkedBy: field.text('审核方', 'Reviewed by', { nullable: true }),
    /** Packages on cards that run or wait. */
    onCards: field.number('卡上套餐', 'On cards'),
    /** Of what is sold. */
    number: field.number('销售版本', 'Sold version'),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: 'code',
  body: {
    code: productCodeSchema,
    name: productNameSchema,
    basePackageId: idSchema,
    units: z.int().min(1).max(MOST_UNITS),
    /** Less than the base has, each; null: as much. */
    flowBytes: bytes.nullable().optional(),
    channels: z.array(SalesChannel.schema).min(1).max(4),
  },
  locked: ['code', 'basePackageId'],
  isVersioned: true,
  notFound,
  duplicate: packageCodeTaken,
  refusals: { delete: [packageWasSold] },
  example: { code: 'JD-3G', name: '季包3GB', basePackageId: '1', units: 3, channels: ['platform', 'api'] },
});

/** What the caller has and can order, to put packages together from. */
export const customPackageBases = read({
  name: 'customPackages.bases',
  summary: text('可选的基础套餐', 'Packages to make others from'),
  permission: 'customPackage.edit',
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      platform: Platform.schema,
      flowBytes: z.string().nullable(),
      validityCount: z.int(),
      validityUnit: ValidityUnit.schema,
      /** What one costs the caller; null where that is unknown. */
      cost: z.string().nullable(),
      currency: z.string(),
    }),
  ),
  example: {},
});

const { operation, body, answer, refusals } = shelveSystemPackages;

/** On the shelf or off it, as the platform's own; on it only once it has passed the review that is demanded. */
export const shelveCustomPackages = change({
  name: 'customPackages.shelf',
  summary: text('上架或下架自定义套餐', 'Publish or unpublish custom packages'),
  permission: 'customPackage.shelf',
  operation,
  body,
  answer,
  refusals: [...refusals, notPassed],
  example: { body: { ids: ['8001'], shelfState: 0 } },
});
