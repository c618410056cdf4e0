import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { enumeration } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { engineCardsExceeded, engineNotSubscribed } from '../engines/refusals.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { LookupState, noCardsFound } from './onlineLookups.ts';
import { tooManyToLookUp } from './refusals.ts';

const refusal = refusalsOf('cardLookups');

/** The kind of the carrier's answer: the current cell, the last cell, or only a district. */
export const PositionSource = enumeration('positionSource', '定位方式', 'Source', {
  cell: { zh: '基站', en: 'Cell' },
  last: { zh: '最近一次', en: 'Last known' },
  district: { zh: '行政区', en: 'District' },
});

export const locationNotAuthorized = refusal.forbidden(
  821,
  'locationNotAuthorized',
  '该客户未授权定位',
  'The customer has not consented to location',
);
export const consentEnds = refusal.invalid(
  823,
  'consentEnds',
  '授权有效期应在今天之后',
  'Consent must be valid beyond today',
);

/** Whole numbers as pasted, or a tag of one's own. */
const whichShape = { numbers: z.string().max(8_000).optional(), tagId: idSchema.optional() };

/** The cost of locating these cards: calls at each carrier, and its account's remaining daily limit. No carrier is asked. */
export const previewLocation = change({
  name: 'positions.previewLocate',
  summary: text('定位预检', 'Location preview'),
  path: '/api/card-positions/v1/preview-locate',
  permission: ['cardPositioning.query'],
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject(whichShape),
  answer: z.object({
    cards: z.number().int(),
    notFound: z.array(z.string()),
    cancelled: z.array(z.string()),
    notAuthorized: z.array(z.string()),
    carriers: z.array(
      z.object({
        platform: Platform.schema,
        cards: z.number().int(),
        calls: z.number().int(),
        /** Whether the account can be asked for positions at all. */
        isOffered: z.boolean(),
        /** Remaining daily limit of its account, the smallest of several; null without one. */
        callsLeft: z.number().int().nullable(),
      }),
    ),
  }),
  refusals: [tooManyToLookUp, selectCardFirst],
  example: { body: { numbers: '89860100000000000001' } },
});

/** Asks the carriers where cards are. The purpose is stored with every answer for good. */
export const locateCards = change({
  name: 'positions.locate',
  summary: text('卡片定位', 'Locate cards'),
  path: '/api/card-positions/v1/locate',
  permission: ['cardPositioning.query'],
  operation: OperationType.values.ViewSensitive,
  body: z.strictObject({
    ...whichShape,
    purpose: z.string().trim().min(2).max(255),
  }),
  answer: z.object({
    taskId: idSchema,
    cards: z.number().int(),
    notFound: z.array(z.string()),
    cancelled: z.array(z.string()),
    /** Of customers without consent: not asked. */
    notAuthorized: z.array(z.string()),
  }),
  refusals: [
    noCardsFound,
    tooManyToLookUp,
    selectCardFirst,
    locationNotAuthorized,
    engineNotSubscribed,
    engineCardsExceeded,
  ],
  example: { body: { numbers: '89860100000000000001', purpose: '现场盘点' } },
});

const coordinate = { nullable: true, permission: 'cardPositioning.view' } as const;

/** Who asked where a card is, when and why, and whether there was an answer; the position itself is told by `reveal`. */
export const listPositions = list({
  name: 'positions.list',
  summary: text('定位记录', 'Location queries'),
  path: '/api/card-positions/v1/list',
  permission: 'cardPositioning.view',
  exportPermission: 'cardPositioning.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    taskId: field.id('任务编号', 'Task id', { filters: ['is'], exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    state: field.enumeration(LookupState, { filters: ['is'] }),
    isFound: field.flag('有位置', 'Found', { filters: ['is'], nullable: true }),
    source: field.enumeration(PositionSource, { filters: ['is'], nullable: true }),
    accuracyMetres: field.number('精度（米）', 'Accuracy (m)', { nullable: true }),
    // Only in exports, which are logged; otherwise null. `view` returns positions and is logged too.
    latitude: field.number('纬度（WGS-84）', 'Latitude (WGS-84)', coordinate),
    longitude: field.number('经度（WGS-84）', 'Longitude (WGS-84)', coordinate),
    district: field.text('行政区', 'District', coordinate),
    words: field.text('说明', 'Explanation', { nullable: true }),
    locatedAt: field.time('位置时间', 'Seen at', { nullable: true }),
    askedAt: field.time('查询时间', 'Asked at', { filters: ['range'], sortable: true, nullable: true }),
    purpose: field.text('用途', 'Purpose', { filters: ['contains'] }),
    accountName: field.text('查询人', 'By', { filters: ['is', 'contains'] }),
    createdAt: field.time('发起时间', 'Started', { filters: ['range'], sortable: true }),
  },
  defaultSort: '-createdAt',
  figures: z.object({
    found: z.number().int(),
    missing: z.number().int(),
    open: z.number().int(),
    /** Cards asked about since the first of the month: each is a call that may cost. */
    thisMonth: z.number().int(),
  }),
});

export const positionSchema = z.object({
  id: idSchema,
  iccid: z.string(),
  source: PositionSource.schema,
  /** WGS-84; null for an area. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracyMetres: z.number().nullable(),
  district: z.string().nullable(),
  at: z.iso.datetime({ offset: true }).nullable(),
  /** Who asked for it, and why. */
  accountName: z.string(),
  purpose: z.string(),
});

/** The positions of one query, or the track of one card; every read is logged. */
export const revealPositions = change({
  name: 'positions.view',
  summary: text('查看位置', 'Show positions'),
  path: '/api/card-positions/v1/view',
  permission: key('cardPositioning.view'),
  operation: OperationType.values.ViewSensitive,
  idempotency: 'none',
  body: z.union([z.strictObject({ taskId: idSchema }), z.strictObject({ iccid: z.string().min(1).max(32) })]),
  answer: z.object({ positions: z.array(positionSchema) }),
  refusals: [notFound],
  example: { body: { taskId: '5410100' } },
});

/** Corners of an area, and cards among which it is looked for. */
export const MOST_CORNERS = 50;
export const MOST_IN_AREA = { known: 5_000, shown: 500 } as const;
const degrees = (most: number) => z.number().min(-most).max(most);

/** The cards whose last known position is within an area; every query is logged. */
export const findInArea = change({
  name: 'positions.viewArea',
  summary: text('按区域查找', 'Find cards by area'),
  path: '/api/card-positions/v1/view-area',
  permission: key('cardPositioning.view'),
  operation: OperationType.values.ViewSensitive,
  idempotency: 'none',
  body: z.strictObject({
    /** Longitude and latitude, WGS-84, in their order. */
    area: z
      .array(z.tuple([degrees(180), degrees(90)]))
      .min(3)
      .max(MOST_CORNERS),
  }),
  answer: z.object({
    positions: z.array(positionSchema),
    /** There may be more: only the most recently located cards were checked, or too many match. */
    isCut: z.boolean(),
  }),
  example: {
    body: {
      area: [
        [112, 21],
        [116, 21],
        [116, 25],
        [112, 25],
      ],
    },
  },
});

/** Which customers let their cards be located by those above them, and until when. */
export const listConsents = list({
  name: 'positions.consents',
  summary: text('定位授权', 'Location consents'),
  path: '/api/card-positions/v1/consents',
  permission: 'cardPositioning.query',
  fields: {
    id: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    document: field.text('授权文件', 'Document'),
    validUntil: field.day('有效期至', 'Valid until', { filters: ['range'], sortable: true }),
    grantedBy: field.text('登记人', 'Recorded by'),
    grantedAt: field.time('登记时间', 'Recorded at', { sortable: true }),
  },
  defaultSort: '-grantedAt',
});

export const recordConsent = change({
  name: 'positions.authorize',
  summary: text('登记定位授权', 'Record location consent'),
  path: '/api/card-positions/v1/authorize',
  permission: key('cardPositioning.authorize'),
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({
    customerId: idSchema,
    /** The signed document and where it is stored. */
    document: z.string().trim().min(2).max(255),
    validUntil: z.iso.date(),
  }),
  answer: doneSchema,
  refusals: [notFound, consentEnds],
  example: { body: { customerId: '12', document: '定位授权书 2026-11', validUntil: '2027-12-31' } },
});
