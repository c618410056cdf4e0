import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { queryInteger } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { stepNotFound, stepOfPlatform, stepSettled } from './refusals.ts';

export const USAGE_DAYS = { initial: 30, most: 180 } as const;

/** What the counter of a card turned out to have done where it was unclear. */
export const UsageVerdict = enumeration('usageVerdict', '用量裁定', 'Verdict on unclear usage', {
  restarted: { zh: '计数器已重新开始', en: 'The counter had restarted' },
  wentOn: { zh: '计数器未重新开始', en: 'The counter had gone on' },
});
export type UsageVerdict = ValueOf<typeof UsageVerdict>;

/**
 * Usage between two readings of which it is not clear what happened at the carrier: a counter that fell (`fall`), or one that did not
 * after the turn of its cycle (`turn`). Of no day and no total until it is settled, by the carrier's own days, by a later reading or
 * by a person.
 */
const unclearStepSchema = z.object({
  readAt: z.iso.datetime({ offset: true }),
  kind: z.enum(['fall', 'turn']),
  /** The carrier's figures before and after, in bytes. */
  before: z.string(),
  figure: z.string(),
  /** Bytes that its day takes with each verdict; those of a counter that went on are of `wentOnDay`, and less than nothing where it was corrected. */
  day: z.iso.date(),
  restarted: z.string(),
  wentOnDay: z.iso.date(),
  wentOn: z.string(),
  settled: z
    .object({
      at: z.iso.datetime({ offset: true }),
      /** `returned`: the counter had not fallen at all. */
      as: z.enum(['restarted', 'wentOn', 'returned']),
      by: z.enum(['days', 'reading', 'person']),
      byName: z.string().nullable(),
      bytes: z.string(),
    })
    .nullable(),
});
export type UnclearUsage = z.output<typeof unclearStepSchema>;

/**
 * A card's data per day, oldest first, the last is today so far. A day without a reading is null, and so is a day on which the
 * card belonged to somebody else.
 */
export const readDailyUsage = read({
  name: 'usage.daily',
  summary: text('卡每日用量', 'Daily card usage'),
  permission: [
    'cardDetail.view',
    'flowCard.view',
    'voiceCard.view',
    'nbCard.view',
    'readonlyCard.view',
    'readonlyCard.viewVoice',
  ],
  query: {
    cardId: idSchema,
    days: queryInteger.pipe(z.number().int().min(1).max(USAGE_DAYS.most)).optional(),
  },
  answer: z.object({
    days: z.array(z.object({ day: z.iso.date(), bytes: z.string().nullable() })),
    asOf: z.iso.datetime({ offset: true }),
    /** What of a cycle was used before the card was first read: in its total and in no day. Null where nothing was. */
    beforeFirst: z.object({ cycle: z.string(), bytes: z.string() }).nullable(),
    /** A cycle has begun and the counter may still be the old one's: nothing of it is counted yet. */
    isTurning: z.boolean(),
    /** Within these days, the latest first. */
    unclear: z.array(unclearStepSchema),
    maySettle: z.boolean(),
  }),
  refusals: [cardNotFound],
  example: { query: { cardId: '1', days: 30 } },
});

/**
 * Settles unclear usage once, as what the counter had done; its days and the cycle's total move in the same transaction. The platform's
 * alone: a carrier's counter is what everybody below pays by.
 */
export const settleUsage = change({
  name: 'usage.settle',
  summary: text('裁定不明用量', 'Settle unclear usage'),
  permission: 'cardDetail.settleUsage',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ cardId: idSchema, readAt: z.iso.datetime({ offset: true }), verdict: UsageVerdict.schema }),
  answer: z.object({ bytes: z.string() }),
  refusals: [cardNotFound, stepNotFound, stepSettled, stepOfPlatform],
  example: { body: { cardId: '1', readAt: '2026-11-20T10:00:00+08:00', verdict: 'restarted' } },
});

/** A voice card's minutes and messages per day, as its data: the days of one cycle add up to what was used in it. */
export const readVoiceDays = read({
  name: 'usage.voiceDays',
  summary: text('语音卡每日通话与短信', 'Daily minutes and messages of a card'),
  permission: ['cardDetail.view', 'voiceCard.view', 'readonlyCard.viewVoice'],
  query: {
    cardId: idSchema,
    days: queryInteger.pipe(z.number().int().min(1).max(USAGE_DAYS.most)).optional(),
  },
  answer: z.object({
    days: z.array(
      z.object({ day: z.iso.date(), seconds: z.string().nullable(), messages: z.number().int().nullable() }),
    ),
    asOf: z.iso.datetime({ offset: true }),
  }),
  refusals: [cardNotFound],
  example: { query: { cardId: '1', days: 30 } },
});
