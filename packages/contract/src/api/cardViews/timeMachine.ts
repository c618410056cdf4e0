import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CommandState, Lifecycle } from '../../enumerations/card.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { EventResult, EventSource } from '../cards/history.ts';
import { CarrierOperation } from '../carriers/carrierCapabilities.ts';
import { CallOutcome } from '../carriers/carriers.ts';
import { TaskAction } from '../tasks/tasks.ts';

const instant = z.iso.datetime({ offset: true });

/** One history entry, as a mark on the timeline. */
const markSchema = z.object({
  id: idSchema,
  at: instant,
  action: TaskAction.schema,
  result: EventResult.schema,
  source: EventSource.schema,
  words: z.string(),
});

/** A card's state at a moment; fields that were not recorded are named in `unrecorded`. */
export const MOMENT_FIELDS = [
  'status',
  'reasons',
  'pending',
  'customer',
  'product',
  'version',
  'remark',
  'imei',
  'tags',
] as const;
export type MomentField = (typeof MOMENT_FIELDS)[number];

const standingSchema = z.object({
  /** The carrier's status with our reasons as text, and the carrier's own term. */
  status: z.object({ text: z.string(), word: z.string(), lifecycle: Lifecycle.schema.nullable() }).nullable(),
  reasons: z.array(z.number().int()),
  /** What was asked and not yet confirmed. */
  pending: z.string().nullable(),
  customer: z.object({ id: idSchema, name: z.string() }).nullable(),
  product: z.string().nullable(),
  version: z.number().int().nullable(),
  remark: z.string().nullable(),
  /** The device it was bound to. */
  imei: z.string().nullable(),
  /** The caller's own tags by their current name; `isGone`: the tag was deleted. */
  tags: z.array(z.object({ id: idSchema, name: z.string(), color: z.string(), isGone: z.boolean() })),
  unrecorded: z.array(z.enum(MOMENT_FIELDS)),
});

const callSchema = z.object({
  id: idSchema,
  at: instant,
  operation: CarrierOperation.schema,
  outcome: CallOutcome.schema,
  attempt: z.number().int(),
  httpStatus: z.number().int().nullable(),
  carrierCode: z.string().nullable(),
  carrierWords: z.string().nullable(),
  durationMs: z.number().int(),
  reference: z.string().nullable(),
  requestId: z.string().nullable(),
});

/** From one reason back to its originator, and on to the carrier's request and answer. */
const whySchema = z.object({
  /** Our reason; null if the card is stopped without one of ours. */
  reason: z.number().int().nullable(),
  /** Null: it was set before this was recorded, or before the card came to the caller. */
  set: z
    .object({
      at: instant,
      action: TaskAction.schema,
      source: EventSource.schema,
      /** Absent where somebody above the caller acted. */
      by: z.string().nullable(),
      words: z.string().nullable(),
      taskId: idSchema.nullable(),
    })
    .nullable(),
  command: z
    .object({
      action: TaskAction.schema,
      askedAt: instant,
      state: CommandState.schema,
      tries: z.number().int(),
    })
    .nullable(),
  /** Oldest first; null without the permission for the log of calls. */
  calls: z.array(callSchema).nullable(),
  answer: z.object({ result: EventResult.schema, at: instant, words: z.string().nullable() }).nullable(),
});

/** The marks of a card's history visible to the caller, oldest first; only the latest of a very long one. */
export const readCardTimeline = read({
  name: 'cards.timeline',
  summary: text('卡时间线', 'Card timeline'),
  permission: 'cardOpHistory.view',
  query: { id: idSchema },
  answer: z.object({
    from: instant,
    /** Since when every field is recorded; null if none is. */
    recordedSince: instant.nullable(),
    marks: z.array(markSchema),
    isCut: z.boolean(),
  }),
  refusals: [cardNotFound],
  example: { query: { id: '1' } },
});

/**
 * A card's state at a moment beside the current one, and why it was stopped. It is derived from the history alone: unrecorded
 * fields are named, and times when the card belonged to somebody else are hidden. A future moment counts as now.
 */
export const readCardMoment = read({
  name: 'cards.moment',
  summary: text('时光机：卡在某一时刻', 'Time machine: card at a given time'),
  permission: 'cardOpHistory.view',
  query: { id: idSchema, at: instant.optional() },
  answer: z.object({
    at: instant,
    /** `notYet`: before the card was imported; `elsewhere`: it did not belong to the caller then. */
    kind: z.enum(['known', 'notYet', 'elsewhere']),
    recordedSince: instant.nullable(),
    stood: standingSchema.nullable(),
    stands: standingSchema,
    why: z.array(whySchema),
    /** Only for the current moment: the diagnosis, from facts beyond its history. */
    diagnosis: z.object({ state: z.enum(['good', 'attention', 'bad']), words: z.string() }).nullable(),
  }),
  refusals: [cardNotFound],
  example: { query: { id: '1', at: '2026-11-01T08:00:00+08:00' } },
});
