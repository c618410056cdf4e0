import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { CarrierOperation } from './carrierCapabilities.ts';
import { BreakerState, CallOutcome } from './carriers.ts';

/** The scheduled readings of cards. */
export const ReadingKind = enumeration('readingKind', '读取内容', 'Reading', {
  status: { zh: '状态', en: 'Status' },
  usage: { zh: '用量', en: 'Usage' },
  session: { zh: '会话', en: 'Session' },
  realName: { zh: '实名', en: 'Real name' },
});
export type ReadingKind = ValueOf<typeof ReadingKind>;

export const CallUrgency = enumeration('callUrgency', '用途', 'Purpose', {
  now: { zh: '有人等待或下发指令', en: 'A person or command is waiting' },
  soon: { zh: '临近限额或批量', en: 'Near a limit or batch' },
  rotation: { zh: '轮询', en: 'Rotation' },
});
export type CallUrgency = ValueOf<typeof CallUrgency>;

/** How an account's cards are read: by the carrier's change list, in batches, one by one, or not at all. */
export const ReadingWay = enumeration('readingWay', '方式', 'How', {
  list: { zh: '变更列表', en: 'List of changes' },
  batch: { zh: '批量', en: 'Batches' },
  single: { zh: '逐张', en: 'One by one' },
  none: { zh: '接口不支持', en: 'Not offered' },
});
export type ReadingWay = ValueOf<typeof ReadingWay>;

const instant = z.iso.datetime({ offset: true });
const count = z.number().int();
const percent = z.number();

export const readingFigureSchema = z.object({
  kind: ReadingKind.schema,
  way: ReadingWay.schema,
  /** Cards in one call. */
  batch: count.nullable(),
  /** Seconds between two readings of a card; 0: not scheduled. */
  everySeconds: count,
  /** Scheduled cards, those ever read, and those read on time (up to a quarter late counts as on time). */
  cards: count,
  read: count,
  coveragePercent: percent.nullable(),
  /** Cards near a limit: read more often. */
  soon: count,
  /** The age of the data in seconds; null before the first reading. */
  medianSeconds: count.nullable(),
  p95Seconds: count.nullable(),
  oldestSeconds: count.nullable(),
  /** Cards read in the last hour, and the time for all cards at that pace. */
  readLastHour: count,
  fullPassSeconds: count.nullable(),
  /** The usual delay of this carrier's figures; null if unknown. */
  usualDelayMinutes: count.nullable(),
  halted: z.object({ at: instant, words: z.string() }).nullable(),
});

/** What a carrier account's calls are used for, and how fresh its data are. */
export const readCarrierMonitor = read({
  name: 'carrierAccounts.monitor',
  summary: text('通道同步与额度', 'Sync and call budget of a carrier account'),
  permission: key('platformConfig.view'),
  query: { accountId: idSchema },
  answer: z.object({
    asOf: instant,
    budget: z.object({
      callsPerSecond: z.number(),
      inFlight: count,
      /** Of what the limit allows: in the last five minutes and the last hour. */
      usedPercent: percent,
      usedPercentHour: percent,
      callsToday: count,
      callsPerDay: count.nullable(),
    }),
    /** Of the last hour. */
    calls: z.object({
      since: instant,
      total: count,
      errorPercent: percent.nullable(),
      /** Null: calls from before priorities were recorded. */
      byUrgency: z.array(z.object({ urgency: CallUrgency.schema.nullable(), calls: count })),
      byOperation: z.array(
        z.object({
          operation: CarrierOperation.schema,
          calls: count,
          refused: count,
          unanswered: count,
          p95Ms: count,
        }),
      ),
      /** Sixty minutes, oldest first; minutes without calls are there. */
      minutes: z.array(z.object({ at: instant, answered: count, unanswered: count })),
    }),
    breaker: z.object({
      state: BreakerState.schema,
      words: z.string().nullable(),
      openUntil: instant.nullable(),
      failures: count,
      lastAnswerAt: instant.nullable(),
    }),
    /** Items of tasks that wait for the account, and commands that await confirmation. */
    queue: count,
    openCommands: count.nullable(),
    readings: z.array(readingFigureSchema),
    lastCalls: z.array(
      z.object({
        id: idSchema,
        at: instant,
        operation: CarrierOperation.schema,
        urgency: CallUrgency.schema.nullable(),
        outcome: CallOutcome.schema,
        durationMs: count,
        carrierCode: z.string().nullable(),
        carrierWords: z.string().nullable(),
      }),
    ),
  }),
  refusals: [notFound],
  example: { query: { accountId: '101' } },
});
