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

// Where a batch of cards comes from, and how it stands against what its carrier has.

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

/** What the cards of a batch have in common, whatever they come from. */
export const importTerms = {
  carrierAccountId: idSchema,
  kind: CardKind.schema,
  /** Who gets the cards; one's own customer unless said. */
  customerId: idSchema.optional(),
  /** Of the account's carrier and of this kind; whoever gets the cards has it. */
  productCode: productCodeSchema,
  /** For rows that name none. */
  size: CardSize.schema.optional(),
  /** For rows that have none. */
  remark: remarkSchema({ optional: true }).optional(),
  /** Needed for prefixes that belong to no carrier (898608). */
  unknownPrefixConfirmed: z.boolean().optional(),
};

const began = z.object({ batchId: idSchema, batchNo: z.string() });

/** The numbers of segments as a batch, checked like a sheet of them; a wrong line is told at its own field. */
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

/** How much of an account's list is known here, and since when. */
export const readInventory = read({
  name: 'imports.inventory',
  summary: text('通道卡清单', 'Account card list'),
  permission: 'importCard.view',
  query: { carrierAccountId: idSchema },
  answer: z.object({
    /** False: the carrier's interface has no list of cards. */
    isListed: z.boolean(),
    /** When the list was last read to its end. */
    listedAt: z.iso.datetime({ offset: true }).nullable(),
    isReading: z.boolean(),
    /** Cards read so far by the reading under way. */
    seen: z.number().int(),
    /** What stopped the last reading. */
    halted: z.string().nullable(),
    /** Cards on the list that nobody has here. */
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

/** Cards an account lists and nobody has here, to be picked from. */
export const listOffered = list({
  name: 'imports.offered',
  summary: text('可拉取的卡', 'Cards available to pull'),
  permission: 'importCard.view',
  fields: {
    id: field.id('编号', 'Id', { exportable: false }),
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

/** The new cards of an account, the picked ones or all, as a batch that is checked like a sheet of them. */
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
 * The cards of a batch, or its good rows while it waits, against what the carrier is known to have. The inventory as last
 * listed decides; a card that was asked about since has its own answer.
 */
export const listMatched = list({
  name: 'imports.match',
  summary: text('与运营商比对', 'Compare a batch with the carrier'),
  permission: 'importCard.match',
  exportPermission: 'importCard.export',
  fields: {
    id: field.id('编号', 'Id', { exportable: false }),
    batchId: field.id('批次编号', 'Batch id', { filters: ['is'], exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'], sortable: true }),
    verdict: field.enumeration(MatchVerdict, { filters: ['is'] }),
    otherAccount: field.text('所在通道', 'Listed under', { nullable: true }),
    status: field.text('运营商状态', 'At the carrier', { nullable: true }),
    /** When the carrier last told of the card. */
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
