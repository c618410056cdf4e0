import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { rowSchema } from '../../framework/fields.ts';
import { cardFields } from './cardFields.ts';
import { cardCarrierUnavailable, cardNotFound, refreshedJustNow, refreshNotAllowed } from './cardRefusals.ts';
import { cardActionSchema } from './selection.ts';

const instant = z.iso.datetime({ offset: true });

/** What the card may be asked now: a button is enabled by it, or tells `why` not. */
const offeredSchema = z.object({ action: cardActionSchema, isAllowed: z.boolean(), why: z.string().nullable() });

const stopReasonSchema = z.object({ reason: z.number().int(), since: instant.nullable(), by: z.string().nullable() });

/** Why the card works or does not, from facts, with the one action that would help. */
const diagnosisSchema = z.object({
  state: z.enum(['good', 'attention', 'bad']),
  words: z.string(),
  action: cardActionSchema.nullable(),
});

const detailShape = {
  card: rowSchema(cardFields),
  shownStatus: z.object({ word: z.string(), text: z.string() }),
  /** The customers from the top of my own subtree down to the card's. */
  customerPath: z.array(z.object({ id: idSchema, name: z.string() })),
  stopReasons: z.array(stopReasonSchema),
  diagnosis: diagnosisSchema,
  offered: z.array(offeredSchema),
  carrier: z.object({
    /** Only with `platformConfig.view`. */
    accountName: z.string().nullable(),
    /** How the card is driven, in words: «联通 Jasper». */
    channel: z.string(),
    /** False: nothing can be asked now (paused, not connected); what is shown stays as it was synced. */
    isReachable: z.boolean(),
    /** Why not, in words. */
    unreachableWhy: z.string().nullable(),
    cycleDay: z.number().int(),
    cycle: z.object({ key: z.string(), start: instant, end: instant }),
    /** Facts only this carrier has (rate plan, communication plan, overage …), labelled. */
    extras: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  session: z
    .object({
      startedAt: instant.nullable(),
      endedAt: instant.nullable(),
      ipAddress: z.string().nullable(),
      apn: z.string().nullable(),
      readAt: instant,
    })
    .nullable(),
  /** The carrier's last full answer as it came; null without `platformConfig.view`. */
  raw: z.object({ readAt: instant, answer: z.record(z.string(), z.unknown()) }).nullable(),
};

/** ICCIDs of 19 and 20 digits find the same card. */
export const readCard = read({
  name: 'cards.detail',
  summary: text('卡详情', 'Card detail'),
  path: '/api/cards/v1/detail',
  permission: 'cardDetail.view',
  query: { iccid: z.string().min(10).max(32) },
  answer: z.object(detailShape),
  refusals: [cardNotFound],
  example: { query: { iccid: '89860600000000000013' } },
});

/** The short facts of a hover card or side panel. */
export const peekCard = read({
  name: 'cards.peek',
  summary: text('卡速览', 'Card at a glance'),
  path: '/api/cards/v1/peek',
  permission: ['flowCard.view', 'voiceCard.view', 'nbCard.view', 'cardDetail.view'],
  query: { id: idSchema },
  answer: z.object({
    card: rowSchema(cardFields),
    diagnosis: diagnosisSchema,
    offered: z.array(offeredSchema),
    events: z.array(
      z.object({ id: idSchema, at: instant, words: z.string(), result: z.string(), who: z.string().nullable() }),
    ),
  }),
  refusals: [cardNotFound],
  example: { query: { id: '1' } },
});

/** Asks the carrier now; the answer is the card as the carrier told it. */
export const refreshCard = change({
  name: 'cards.refresh',
  summary: text('刷新卡信息', 'Refresh card'),
  path: '/api/cards/v1/refresh',
  permission: 'card.sync',
  operation: 84,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ card: rowSchema(cardFields), diagnosis: diagnosisSchema }),
  refusals: [cardNotFound, refreshNotAllowed, refreshedJustNow, cardCarrierUnavailable],
  example: { body: { id: '1' } },
});
