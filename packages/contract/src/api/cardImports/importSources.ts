import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, CardSize } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { accountNotConnected, accountStateRefused } from '../carriers/carriers.ts';
import { productCodeSchema } from '../catalogue/products.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { importNotFound } from './refusals.ts';

const refusal = refusalsOf('cardImports');

// The sources of a card batch, and its match with the carrier's inventory.

export const ImportMode = enumeration('importMode', '来源方式', 'Source', {
  file: { zh: '文件', en: 'File' },
  segment: { zh: '号段', en: 'Segments' },
  pull: { zh: '运营商拉取', en: 'From the carrier' },
});
export type ImportMode = ValueOf<typeof ImportMode>;

export const SEGMENT_LINES = 1_000;

export const accountCannotList = refusal.conflict(
  640,
  'accountCannotList',
  '该运营商的接口无法列出名下的卡',
  'This carrier’s interface cannot list its cards',
);
export const nothingToPull = refusal.conflict(
  641,
  'nothingToPull',
  '没有可拉取的新卡，可先重新读取清单',
  'No new cards to pull; read the list again first',
);

/** The common values of a batch's cards, for every source. */
export const importTerms = {
  carrierAccountId: idSchema,
  kind: CardKind.schema,
  /** The owner of the cards; the caller's customer by default. */
  customerId: idSchema.optional(),
  /** A product of the account's carrier and of this kind that the owner has. */
  productCode: productCodeSchema,
  /** For rows that name none. */
  size: CardSize.schema.optional(),
  /** For rows without one. */
  remark: remarkSchema({ optional: true }).optional(),
  /** Needed for prefixes that belong to no carrier (898608). */
  unknownPrefixConfirmed: z.boolean().optional(),
};

const began = z.object({ batchId: idSchema, batchNo: z.string() });

/** The numbers of segments as a batch, checked like a sheet; errors of a line appear at its field. */
export const importFromSegments = change({
  name: 'imports.segments',
  summary: text('按号段导入', 'Import number segments'),
  permission: 'importCard.import',
  operation: OperationType.values.ImportCard,
  body: z.strictObject({
    ...importTerms,
    rows: z
      .array(z.strictObject({ startIccid: z.string().max(40), endIccid: z.string().max(40) }))
      .min(1)
      .max(SEGMENT_LINES),
  }),
  answer: began,
  example: {
    body: {
      carrierAccountId: '101',
      kind: 1,
      productCode: 'LT-JASPER',
      rows: [{ startIccid: '8986062612100000000', endIccid: '8986062612100000099' }],
    },
  },
});

/** How much of an account's list is known, and since when. */
export const readInventory = read({
  name: 'imports.inventory',
  summary: text('通道卡清单', 'Account card list'),
  permission: 'importCard.view',
  query: { carrierAccountId: idSchema },
  answer: z.object({
    /** False: the carrier's interface has no list of cards. */
    isListed: z.boolean(),
    /** When the list was last read completely. */
    listedAt: z.iso.datetime({ offset: true }).nullable(),
    isReading: z.boolean(),
    /** Cards read so far by the reading under way. */
    seen: z.number().int(),
    /** Why the last reading stopped. */
    halted: z.string().nullable(),
    /** Unmatched cards on the list. */
    fresh: z.number().int(),
  }),
  refusals: [notFound],
  example: { query: { carrierAccountId: '101' } },
});

/** Reads the account's list of cards from its beginning, as a job. */
export const listInventoryNow = change({
  name: 'imports.listNow',
  summary: text('立即读取卡清单', 'Read card list now'),
  permission: 'importCard.import',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ carrierAccountId: idSchema }),
  answer: doneSchema,
  refusals: [notFound, accountNotConnected, accountStateRefused, accountCannotList],
  example: { body: { carrierAccountId: '101' } },
});

/** Unmatched cards of an account, to choose from. */
export const listOffered = list({
  name: 'imports.offered',
  summary: text('可拉取的卡', 'Cards available to pull'),
  permission: 'importCard.view',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'], sortable: true }),
    status: field.text('运营商状态', 'At the carrier'),
    firstSeenAt: field.time('首次发现', 'First seen', { sortable: true }),
    lastSeenAt: field.time('最近出现', 'Last seen', { sortable: true }),
  },
  defaultSort: '-firstSeenAt',
  example: { query: { carrierAccountId: ['101'], pageNum: 1, pageSize: 20 } },
});

export const MOST_PICKED = 500;

/** Unmatched cards of an account, selected or all, as a batch that is checked like a sheet. */
export const importFromCarrier = change({
  name: 'imports.pull',
  summary: text('从运营商拉取', 'Pull cards from the carrier'),
  permission: 'importCard.import',
  operation: OperationType.values.ImportCard,
  body: z.strictObject({ ...importTerms, ids: z.array(idSchema).min(1).max(MOST_PICKED).optional() }),
  answer: began,
  refusals: [notFound, nothingToPull],
  example: { body: { carrierAccountId: '101', kind: 1, productCode: 'LT-JASPER' } },
});

export const MatchVerdict = enumeration('matchVerdict', '比对结果', 'Match', {
  has: { zh: '运营商有', en: 'Carrier has it' },
  absent: { zh: '运营商无', en: 'Carrier lacks it' },
  elsewhere: { zh: '在其他通道', en: 'Another account' },
  unknown: { zh: '尚不清楚', en: 'Not known yet' },
});
export type MatchVerdict = ValueOf<typeof MatchVerdict>;

/**
 * The cards of a batch, or its valid rows while it waits, compared with the carrier's known inventory. The last listing
 * decides, unless a card was read since.
 */
export const listMatched = list({
  name: 'imports.match',
  summary: text('与运营商比对', 'Compare a batch with the carrier'),
  permission: 'importCard.match',
  exportPermission: 'importCard.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    batchId: field.id('批次编号', 'Batch id', { filters: ['is'], exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'], sortable: true }),
    verdict: field.enumeration(MatchVerdict, { filters: ['is'] }),
    otherAccount: field.text('所在通道', 'Listed under', { nullable: true }),
    status: field.text('运营商状态', 'At the carrier', { nullable: true }),
    /** When the carrier last reported the card. */
    toldAt: field.time('运营商最近告知', 'Last told', { nullable: true }),
  },
  figures: z.object({
    has: z.number().int(),
    absent: z.number().int(),
    elsewhere: z.number().int(),
    unknown: z.number().int(),
    /** False: the carrier's interface has no list of cards; only asking card by card tells. */
    isListed: z.boolean(),
    listedAt: z.iso.datetime({ offset: true }).nullable(),
    carrierAccountId: idSchema,
    carrierAccountName: z.string(),
  }),
  refusals: [importNotFound],
  defaultSort: 'iccid',
  example: { query: { batchId: ['1'], pageNum: 1, pageSize: 20 } },
});
