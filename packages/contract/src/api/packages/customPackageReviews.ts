import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { PackageType, ValidityUnit } from '../../enumerations/package.ts';
import { ReviewState } from '../../enumerations/settlement.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { reviewFields } from './reviewFields.ts';

const refusal = refusalsOf('packages');

export const notToSubmit = refusal.conflict(
  1743,
  'notToSubmit',
  '只有待审核和已驳回的套餐可以提交审核',
  'Only pending and rejected packages can be submitted',
);
export const notUnderReview = refusal.conflict(
  1744,
  'notUnderReview',
  '该套餐不在审核中，请刷新',
  'This package is not under review; reload',
);
export const checkedByParent = refusal.forbidden(
  1745,
  'checkedByParent',
  '只能由制作方的直属上级审核',
  'Only the maker’s parent reviews it',
);

/** What direct children composed and submitted, with what became of it. */
export const listCustomPackageReviews = list({
  name: 'customPackageReviews.list',
  summary: text('下级自定义套餐审核', 'Reviews of custom packages'),
  permission: 'customPackage.check',
  exportPermission: 'customPackage.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    code: field.identifier('套餐编码', 'Package code', { filters: ['is', 'contains'], sortable: true }),
    name: field.text('套餐名称', 'Package', { filters: ['contains'], sortable: true }),
    review: field.enumeration(ReviewState, { filters: ['is'] }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('制作方', 'Made by', { filters: ['contains'], sortable: true }),
    baseName: field.text('基础套餐', 'Base package'),
    units: field.number('份数', 'Times'),
    /** Of each. */
    flowBytes: field.bytes('每份流量', 'Volume each', { nullable: true }),
    validityCount: field.number('每份有效期', 'Validity each'),
    validityUnit: field.enumeration(ValidityUnit),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    type: field.enumeration(PackageType, { filters: ['is'] }),
    /** What the maker pays the caller for all of it now. */
    cost: field.money('制作方成本', 'Maker’s cost', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    ...reviewFields,
    /** An account of the caller's own customer; null where another's decided. */
    checkedBy: field.text('审核人', 'Reviewed by', { nullable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
    offered: field.object('可执行操作', 'Offered', z.object({ check: z.boolean() })),
  },
  defaultSort: '-submittedAt',
});

/** Puts it before the maker's parent, the first time or after a rejection. */
export const submitCustomPackage = change({
  name: 'customPackages.submit',
  summary: text('提交自定义套餐审核', 'Submit custom package for review'),
  permission: 'customPackage.submit',
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, notToSubmit],
  example: { body: { id: '8501' } },
});

/** Passes or rejects what a direct child submitted, as the version that was looked at. */
export const checkCustomPackage = change({
  name: 'customPackages.check',
  summary: text('审核自定义套餐', 'Review custom package'),
  permission: 'customPackage.check',
  operation: OperationType.values.EditConfiguration,
  body: z.discriminatedUnion('verdict', [
    z.strictObject({ id: idSchema, version: z.int().min(1), verdict: z.literal('pass') }),
    z.strictObject({ id: idSchema, version: z.int().min(1), verdict: z.literal('reject'), reason: remarkSchema() }),
  ]),
  answer: doneSchema,
  refusals: [notFound, checkedByParent, notUnderReview, changedByAnother],
  example: { body: { id: '8501', version: 1, verdict: 'pass' } },
});
