import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, Lifecycle, Platform } from '../../enumerations/card.ts';
import { ImeiLock } from '../../enumerations/product.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { rowSchema } from '../../framework/fields.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import type { ActionOfKind } from '../../tasks/taskCatalogue.ts';
import { cardActionSchema } from '../cardBatches/selection.ts';
import { byHandSchema } from '../cardLookups/cardByHand.ts';
import { lineReadingSchema } from '../cardLookups/lineReading.ts';
import { cardFields } from '../cards/cardFields.ts';
import { cardCarrierUnavailable, cardNotFound, refreshedJustNow, refreshNotAllowed } from '../cards/cardRefusals.ts';
import { ReadingKind } from '../carriers/carrierMonitor.ts';

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

/** What a line can be used for at its carrier, and the actions that would switch it. */
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
  /** Null: the carrier has not said. */
  isOn: z.boolean().nullable(),
  /** Those the caller has a permission for, each with why it cannot be used now; null: it can. */
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
  /** The numbers a voice card may be called by and call; null where its carrier has not told. */
  whiteList: z.array(z.object({ number: z.string(), remark: z.string().nullable() })).nullable(),
  /** The device it is locked to; null without a lock. */
  imeiLock: z.object({ imei: z.string(), since: instant.nullable(), isSeparated: z.boolean() }).nullable(),
  /** What the product it is under lays down for it; null without one. The periods are those of a card never activated. */
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
    /** How the card is driven, in words: «联通 Jasper». */
    channel: z.string(),
    /** What this carrier calls a card's status and its number, where it has words of its own. */
    statusField: z.string().nullable(),
    numberField: z.string().nullable(),
    /** False: nothing can be asked now (paused, not connected); what is shown stays as it was synced. */
    isReachable: z.boolean(),
    /** Why not, in words. */
    unreachableWhy: z.string().nullable(),
    cycleDay: z.number().int(),
    cycle: z.object({ key: z.string(), start: instant, end: instant }),
    /** What this carrier can be asked for: when it last told it, and how late its figures usually are. */
    readings: z.array(
      z.object({
        kind: ReadingKind.schema,
        readAt: instant.nullable(),
        usualDelayMinutes: z.number().int().nullable(),
      }),
    ),
    /** Facts only this carrier has (rate plan, communication plan, overage …), labelled. */
    extras: z.array(z.object({ label: z.string(), value: z.string() })),
    /** The shared volume it draws on at the carrier; null where it is not told, and without `platformConfig.view`. */
    pool: z
      .object({
        name: z.string(),
        /** Null: never told. */
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
      /** 2G, 3G, 4G, 5G or NB, where the carrier says. */
      rat: z.string().nullable(),
      readAt: instant,
    })
    .nullable(),
  /** What the carrier said of the line when it was last asked; `ask` is null without the permission. */
  line: z.object({ ask: z.object({ why: z.string().nullable() }).nullable(), reading: lineReadingSchema.nullable() }),
  /** Of a carrier without an interface: how the status is kept; null where the carrier tells it. */
  byHand: byHandSchema.nullable(),
  /** The devices it was seen in, the latest first; the moment is null where it came with one. */
  imeis: z.array(z.object({ imei: z.string(), seenAt: instant.nullable() })),
  /** When the carrier told another device than before; null where it never did. */
  imeiChangedAt: instant.nullable(),
  /** What of the real name may be asked of the carrier, and why not; null without the permission. */
  realName: z.object({
    ask: z.object({ why: z.string().nullable() }).nullable(),
    link: z.object({ why: z.string().nullable() }).nullable(),
  }),
  /** The carrier's last full answer as it came; null without `platformConfig.view`. */
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
 * A card as the partner it was traded with may see it: what was traded and how the card stands, no usage, place, real name,
 * timeline or action. Found by whoever owns the card or has a trade of it in the own history.
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
  permission: 'card.sync',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ card: rowSchema(cardFields), diagnosis: diagnosisSchema }),
  refusals: [cardNotFound, refreshNotAllowed, refreshedJustNow, cardCarrierUnavailable],
  example: { body: { id: '1' } },
});
