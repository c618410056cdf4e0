import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardSize, Platform } from '../../enumerations/card.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { productCodeSchema } from '../catalogue/products.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardImports');

export const segmentsOverlap = refusal.conflict(
  830,
  'segmentsOverlap',
  '号段 {one} 与 {other} 重叠，未保存任何一行',
  'Segments {one} and {other} overlap; nothing was saved',
);
export const segmentHasCards = refusal.conflict(
  831,
  'segmentHasCards',
  '号段内已有 {n} 张卡，不能删除',
  '{n} {n|card|cards} of the segment {n|exists|exist}; it cannot be deleted',
);
export const segmentIsComplete = refusal.conflict(
  832,
  'segmentIsComplete',
  '号段内的卡已全部生成',
  'All cards of the segment already exist',
);

export const SEGMENT_ROWS = 10_000;

/** Number segments registered by my customer and those below it. */
export const listCardScopes = list({
  name: 'cardScopes.list',
  summary: text('号段列表', 'Number segments'),
  permission: 'cardScope.view',
  exportPermission: 'cardScope.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    startIccid: field.identifier('起始 ICCID', 'First ICCID', { sortable: true }),
    endIccid: field.identifier('结束 ICCID', 'Last ICCID'),
    numbers: field.number('数量', 'Numbers', { sortable: true }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
    carrierAccountName: field.text('通道', 'Carrier account'),
    productCode: field.identifier('产品', 'Product', { filters: ['is'] }),
    size: field.enumeration(CardSize, { nullable: true }),
    cards: field.number('已有卡', 'Cards'),
    activated: field.number('已激活', 'Activated'),
    missing: field.number('未生成', 'Not created yet'),
    deliveryNote: field.text('送货单号', 'Delivery note', { filters: ['contains'], nullable: true }),
    operator: field.text('操作人', 'Operator', { filters: ['is'] }),
    createdAt: field.time('登记时间', 'Registered at', { filters: ['range'], sortable: true }),
  },
  /**
   * `iccid`: which segment it belongs to, or as `start-end` which share a number with those. `incomplete`: numbers of it are
   * no cards yet. `overlaps`: it shares numbers with another one, which only those of other lengths can.
   */
  extra: {
    iccid: z.string().min(19).max(66).optional(),
    incomplete: queryFlag.optional(),
    overlaps: queryFlag.optional(),
  },
  defaultSort: '-createdAt',
});

/** The numbers of a segment that are no cards yet, as ranges: a Unicom number without its check digit. */
export const listCardScopeGaps = list({
  name: 'cardScopes.gaps',
  summary: text('号段缺口', 'Segment gaps'),
  permission: 'cardScope.view',
  exportPermission: 'cardScope.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    segmentId: field.id('号段编号', 'Segment id', { filters: ['is'], exportable: false }),
    startNumber: field.identifier('起始号码', 'First number', { sortable: true }),
    endNumber: field.identifier('结束号码', 'Last number'),
    numbers: field.number('号码数', 'Numbers', { sortable: true }),
  },
  defaultSort: 'startNumber',
  example: { query: { segmentId: ['1'], pageNum: 1, pageSize: 20 } },
});

const noteSchema = remarkSchema({ optional: true }).nullable().optional();

/** All rows or none: each is checked, against the others and against what is registered. */
export const importCardScopes = change({
  name: 'cardScopes.import',
  summary: text('登记号段', 'Register number segments'),
  permission: 'cardScope.import',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    carrierAccountId: idSchema,
    productCode: productCodeSchema,
    size: CardSize.schema.nullable().optional(),
    deliveryNote: noteSchema,
    rows: z
      .array(z.strictObject({ startIccid: z.string().max(40), endIccid: z.string().max(40) }))
      .min(1)
      .max(SEGMENT_ROWS),
  }),
  answer: z.object({ segments: z.number().int(), numbers: z.number().int() }),
  refusals: [segmentsOverlap],
  example: {
    body: {
      carrierAccountId: '101',
      productCode: 'LT-JASPER',
      rows: [{ startIccid: '8986062612000000000', endIccid: '8986062612000000999' }],
    },
  },
});

/**
 * Reads a sheet (first column: first number, second: last; a heading row) and answers its rows, as they are then checked and
 * registered by `cardScopes.import`. Nothing is kept.
 */
export const uploadCardScopes = change({
  name: 'cardScopes.upload',
  summary: text('读取号段文件', 'Read segment sheet'),
  permission: 'cardScope.import',
  isRecorded: false,
  kind: 'upload',
  idempotency: 'none',
  body: z.strictObject({}),
  answer: z.object({ rows: z.array(z.object({ startIccid: z.string(), endIccid: z.string() })) }),
});

/** New cards of the segment get the product; existing cards keep theirs. */
export const editCardScope = change({
  name: 'cardScopes.edit',
  summary: text('编辑号段', 'Edit a number segment'),
  permission: 'cardScope.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    id: idSchema,
    productCode: productCodeSchema,
    size: CardSize.schema.nullable().optional(),
    deliveryNote: noteSchema,
  }),
  answer: doneSchema,
  refusals: [notFound],
  example: { body: { id: '1', productCode: 'LT-JASPER' } },
});

/** Creates the missing cards of the segment as a separate import batch. */
export const generateCardScope = change({
  name: 'cardScopes.generate',
  summary: text('生成号段内的卡', 'Create segment cards'),
  permission: 'cardScope.generate',
  operation: OperationType.values.ImportCard,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ batchId: idSchema, taskId: idSchema, cards: z.number().int() }),
  refusals: [notFound, segmentIsComplete],
  example: { body: { id: '1' } },
});

export const deleteCardScope = change({
  name: 'cardScopes.delete',
  summary: text('删除号段', 'Delete a number segment'),
  permission: 'cardScope.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, segmentHasCards],
  example: { body: { id: '1' } },
});
