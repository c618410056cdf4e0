import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, Lifecycle, Platform } from '../../enumerations/card.ts';
import { DisplayPart } from '../../enumerations/control.ts';
import { ImeiLock } from '../../enumerations/product.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { rowSchema } from '../../framework/fields.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import type { ActionOfKind } from '../../tasks/taskCatalogue.ts';
import { cardActionSchema } from '../cardBatches/cardActions.ts';
import { byHandSchema } from '../cardLookups/cardByHand.ts';
import { lineReadingSchema } from '../cardLookups/lineReading.ts';
import { cardFields } from '../cards/cardFields.ts';
import { cardCarrierUnavailable, cardNotFound, refreshedJustNow, refreshNotAllowed } from '../cards/cardRefusals.ts';
import { ReadingKind } from '../carriers/carrierMonitor.ts';

const instant = z.iso.datetime({ offset: true });

/** Whether an action on the card is possible now; otherwise `why` not. */
const offeredSchema = z.object({ action: cardActionSchema, isAllowed: z.boolean(), why: z.string().nullable() });

const stopReasonSchema = z.object({ reason: z.number().int(), since: instant.nullable(), by: z.string().nullable() });

/** The diagnosis of a card from facts, with the one action that would help. */
const diagnosisSchema = z.object({
  state: z.enum(['good', 'attention', 'bad']),
  words: z.string(),
  action: cardActionSchema.nullable(),
});

/** The services of a line at its carrier, and the actions that switch them. */
export const LINE_FUNCTIONS = {
  data: [
    'open_gprs',
    'close_gprs',
    'limit_speed',
    'cancel_limit_speed',
    'set_usage_cap',
    'change_apn',
    'reset_network',
  ],
  voice: ['open_voice', 'close_voice', 'set_white_list'],
  sms: ['open_sms', 'close_sms'],
} as const satisfies Record<string, readonly ActionOfKind<3>[]>;
export type LineFunction = keyof typeof LINE_FUNCTIONS;
export type FunctionAction = (typeof LINE_FUNCTIONS)[LineFunction][number];
const functionActions = Object.values(LINE_FUNCTIONS).flat() as [FunctionAction, ...FunctionAction[]];

const functionSchema = z.object({
  name: z.enum(Object.keys(LINE_FUNCTIONS) as [LineFunction, ...LineFunction[]]),
  /** Null: not reported by the carrier. */
  isOn: z.boolean().nullable(),
  /** The actions the caller has permission for, each with why it is unavailable; null if available. */
  actions: z.array(z.object({ action: z.enum(functionActions), why: z.string().nullable() })),
});

const detailShape = {
  card: rowSchema(cardFields),
  shownStatus: z.object({ word: z.string(), text: z.string() }),
  /** The customers from the top of my own subtree down to the card's. */
  customerPath: z.array(z.object({ id: idSchema, name: z.string() })),
  stopReasons: z.array(stopReasonSchema),
  diagnosis: diagnosisSchema,
  offered: z.array(offeredSchema),
  functions: z.array(functionSchema),
  /** Data is cut off when the cycle has used so many MB; null without such a cap. */
  usageCapMb: z.number().int().nullable(),
  /** A voice card's allow list; null if its carrier has not reported it. */
  whiteList: z.array(z.object({ number: z.string(), remark: z.string().nullable() })).nullable(),
  /** The device it is locked to; null without a lock. */
  imeiLock: z.object({ imei: z.string(), since: instant.nullable(), isSeparated: z.boolean() }).nullable(),
  /** The terms of its product; null without one. The periods are those of a card never activated. */
  terms: z
    .object({
      version: z.number().int(),
      imeiLock: ImeiLock.schema,
      testEnds: instant.nullable(),
      silentEnds: instant.nullable(),
    })
    .nullable(),
  carrier: z.object({
    /** Only with `platformConfig.view`. */
    accountName: z.string().nullable(),
    /** The card's interface by name: «联通 Jasper». */
    channel: z.string(),
    /** This carrier's own terms for a card's status and number, if any. */
    statusField: z.string().nullable(),
    numberField: z.string().nullable(),
    /** False: the carrier cannot be asked now (paused, not connected); the data are those of the last sync. */
    isReachable: z.boolean(),
    /** Why not, as a message. */
    unreachableWhy: z.string().nullable(),
    cycleDay: z.number().int(),
    cycle: z.object({ key: z.string(), start: instant, end: instant }),
    /** What this carrier can be asked for: when it was last reported, and the usual delay of its figures. */
    readings: z.array(
      z.object({
        kind: ReadingKind.schema,
        readAt: instant.nullable(),
        usualDelayMinutes: z.number().int().nullable(),
      }),
    ),
    /** Facts only this carrier has (rate plan, communication plan, overage …), labelled. */
    extras: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Its pool at the carrier; null if unknown, and without `platformConfig.view`. */
    pool: z
      .object({
        name: z.string(),
        /** Null: never reported. */
        usedBytes: z.string().nullable(),
        totalBytes: z.string().nullable(),
        isNear: z.boolean(),
        readAt: instant.nullable(),
      })
      .nullable(),
  }),
  session: z
    .object({
      startedAt: instant.nullable(),
      endedAt: instant.nullable(),
      ipAddress: z.string().nullable(),
      apn: z.string().nullable(),
      /** 2G, 3G, 4G, 5G or NB, if the carrier reports it. */
      rat: z.string().nullable(),
      readAt: instant,
    })
    .nullable(),
  /** The carrier's last answer about the line; `ask` is null without the permission. */
  line: z.object({ ask: z.object({ why: z.string().nullable() }).nullable(), reading: lineReadingSchema.nullable() }),
  /** Of a carrier without an interface: how the status is maintained; null if the carrier reports it. */
  byHand: byHandSchema.nullable(),
  /** The devices it was seen in, the latest first; the time is null for an imported one. */
  imeis: z.array(z.object({ imei: z.string(), seenAt: instant.nullable() })),
  /** When the carrier reported a different device; null if never. */
  imeiChangedAt: instant.nullable(),
  /** What those above hide of this card from the caller. */
  hides: z.array(DisplayPart.schema),
  /** Which real-name queries the carrier supports, and why not; null without the permission. */
  realName: z.object({
    ask: z.object({ why: z.string().nullable() }).nullable(),
    link: z.object({ why: z.string().nullable() }).nullable(),
  }),
  /** The carrier's last full answer unchanged; null without `platformConfig.view`. */
  raw: z.object({ readAt: instant, answer: z.record(z.string(), z.unknown()) }).nullable(),
};

/** ICCIDs of 19 and 20 digits find the same card. */
export const readCard = read({
  name: 'cards.detail',
  summary: text('卡详情', 'Card detail'),
  permission: 'cardDetail.view',
  query: { iccid: z.string().min(10).max(32) },
  answer: z.object(detailShape),
  refusals: [cardNotFound],
  example: { query: { iccid: '89860600000000000013' } },
});

/**
 * A card as its trading partner may see it: the trade and the card's status; no usage, place, real name, timeline or action.
 * Visible to the card's owner and to customers with a trade of it in their history.
 */
export const readTradedCard = read({
  name: 'cards.traded',
  summary: text('交易卡概要', 'Traded card'),
  permission: ['cardDetail.view', 'partnerFind.view'],
  query: { iccid: z.string().min(10).max(32) },
  answer: z.object({
    iccid: z.string(),
    platform: Platform.schema,
    kind: CardKind.schema,
    lifecycle: Lifecycle.schema,
    shownStatus: z.object({ word: z.string(), text: z.string() }),
    /** The latest trade of it; null where it was never traded. */
    trade: z
      .object({ at: instant, from: z.string().nullable(), to: z.string().nullable(), note: z.string().nullable() })
      .nullable(),
    /** The package that went with it, while the caller has the card. */
    packageName: z.string().nullable(),
  }),
  refusals: [cardNotFound],
  example: { query: { iccid: '89860600000000000013' } },
});

/** The short facts of a hover card or side panel. */
export const peekCard = read({
  name: 'cards.peek',
  summary: text('卡速览', 'Card at a glance'),
  permission: ['flowCard.view', 'voiceCard.view', 'nbCard.view', 'cardDetail.view'],
  query: { id: idSchema },
  answer: z.object({
    card: rowSchema(cardFields),
    /** What those above hide of this card from the caller. */
    hides: z.array(DisplayPart.schema),
    diagnosis: diagnosisSchema,
    offered: z.array(offeredSchema),
    events: z.array(
      z.object({ id: idSchema, at: instant, words: z.string(), result: z.string(), who: z.string().nullable() }),
    ),
  }),
  refusals: [cardNotFound],
  example: { query: { id: '1' } },
});

/** Asks the carrier now; returns the card as reported. */
export const refreshCard = change({
  name: 'cards.refresh',
  summary: text('刷新卡信息', 'Refresh card'),
  permission: 'card.sync',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ card: rowSchema(cardFields), diagnosis: diagnosisSchema }),
  refusals: [cardNotFound, refreshNotAllowed, refreshedJustNow, cardCarrierUnavailable],
  example: { body: { id: '1' } },
});
