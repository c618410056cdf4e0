import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { queryInteger } from '../../framework/paging.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';

export const USAGE_DAYS = { initial: 30, most: 180 } as const;

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
  }),
  refusals: [cardNotFound],
  example: { query: { cardId: '1', days: 30 } },
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
