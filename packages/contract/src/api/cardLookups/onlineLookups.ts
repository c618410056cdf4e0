import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { OnlineState, Platform } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { engineCardsExceeded, engineNotSubscribed } from '../engines/refusals.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { tooManyToLookUp } from './refusals.ts';

const refusal = refusalsOf('cardLookups');

/** How many cards one look-up asks about: each costs the carrier account at least one call. */
export const MOST_LOOKED_UP = 100;

/** The limit of a batch, which runs in the background. */
export const MOST_ASKED_IN_BATCH = 5_000;

export const LookupState = enumeration('lookupState', '进度', 'Progress', {
  waiting: { zh: '排队中', en: 'Queued' },
  asking: { zh: '查询中', en: 'Querying' },
  done: { zh: '已完成', en: 'Done' },
});

export const LookupSource = enumeration('lookupSource', '数据来源', 'Source', {
  live: { zh: '实时', en: 'Live' },
  /** Asked less than half a minute ago, by this or another look-up. */
  recent: { zh: '30 秒内的结果', en: 'Result from the last 30 s' },
  /** The carrier did not answer: the session is from the last sync, and whether it is open is unknown. */
  sync: { zh: '最近一次同步', en: 'Last sync' },
});

export const LookupDepth = enumeration('lookupDepth', '方式', 'Kind', {
  online: { zh: '在线状态', en: 'Online state' },
  diagnosis: { zh: '逐步诊断', en: 'Diagnosis' },
});
export type LookupDepth = ValueOf<typeof LookupDepth>;

export const noCardsFound = refusal.invalid(821, 'noCardsFound', '没有找到卡：{numbers}', 'Cards not found: {numbers}');

/** Asks the carriers now, card by card, as a task; the rows of the list below fill in as answers arrive. */
export const startOnlineLookup = change({
  name: 'onlineLookups.start',
  summary: text('查询在线状态', 'Look up online states'),
  permission: ['queryCardOnline.query'],
  isRecorded: false,
  body: z.strictObject({
    /** Complete card numbers, as pasted; or a segment, or the unknown ones of an earlier look-up. */
    numbers: z.string().max(8_000).optional(),
    startIccid: z.string().max(32).optional(),
    endIccid: z.string().max(32).optional(),
    unknownOf: idSchema.optional(),
    depth: LookupDepth.schema,
  }),
  answer: z.object({
    taskId: idSchema,
    cards: z.number().int(),
    /** As typed: unknown ones and other people's read the same. */
    notFound: z.array(z.string()),
    /** Cancelled cards cannot be queried. */
    cancelled: z.array(z.string()),
  }),
  refusals: [noCardsFound, tooManyToLookUp, engineNotSubscribed, engineCardsExceeded],
  example: { body: { numbers: '89860100000000000001', depth: 'online' } },
});

export const listOnlineLookups = list({
  name: 'onlineLookups.list',
  summary: text('在线查询记录', 'Online look-ups'),
  permission: 'queryCardOnline.view',
  exportPermission: 'queryCardOnline.query',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    taskId: field.id('任务编号', 'Task id', { filters: ['is'], exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    depth: field.enumeration(LookupDepth, { filters: ['is'] }),
    state: field.enumeration(LookupState, { filters: ['is'] }),
    /** Cards of the same account still ahead of it; null once it is asked. */
    position: field.number('前面还有', 'Ahead in line', { nullable: true }),
    onlineState: field.enumeration(OnlineState, { filters: ['is'], nullable: true }),
    words: field.text('说明', 'Explanation', { nullable: true }),
    ipAddress: field.text('IP', 'IP', { nullable: true }),
    apn: field.text('APN', 'APN', { nullable: true }),
    rat: field.text('网络制式', 'RAT', { nullable: true }),
    imei: field.identifier('IMEI', 'IMEI', { nullable: true }),
    startedAt: field.time('会话开始', 'Session start', { nullable: true }),
    endedAt: field.time('会话结束', 'Session end', { nullable: true }),
    usedToday: field.bytes('今日用量', 'Used today', { nullable: true }),
    usageAt: field.time('用量时间', 'Usage read at', { nullable: true }),
    source: field.enumeration(LookupSource, { nullable: true }),
    knownAt: field.time('数据时间', 'Known since', { nullable: true }),
    askedAt: field.time('查询时间', 'Asked at', { filters: ['range'], sortable: true, nullable: true }),
    createdAt: field.time('发起时间', 'Started', { filters: ['range'], sortable: true }),
    accountName: field.text('发起人', 'By', { filters: ['is', 'contains'] }),
  },
  defaultSort: '-createdAt',
  figures: z.object({
    online: z.number().int(),
    offline: z.number().int(),
    unknown: z.number().int(),
    open: z.number().int(),
  }),
});

/** One checked fact; `unknown` if neither the carrier nor we can tell. */
export const lookupStepSchema = z.object({
  key: z.enum(['status', 'reasons', 'power', 'services', 'cap', 'session', 'device', 'realName', 'carrier']),
  name: z.string(),
  verdict: z.enum(['good', 'bad', 'unknown']),
  words: z.string(),
  advice: z.string().nullable(),
});

export const readOnlineLookup = read({
  name: 'onlineLookups.read',
  summary: text('诊断步骤', 'Diagnosis steps'),
  permission: 'queryCardOnline.view',
  query: { id: idSchema },
  answer: z.object({
    iccid: z.string(),
    state: LookupState.schema,
    askedAt: z.iso.datetime({ offset: true }).nullable(),
    steps: z.array(lookupStepSchema),
    /** The explanation and the remedy; null while it is running. */
    conclusion: z.object({ state: z.enum(['good', 'attention', 'bad']), words: z.string() }).nullable(),
  }),
  refusals: [notFound],
  example: { query: { id: '5400001' } },
});
