import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardsSold, reversedTooLate } from '../cardAllocations/refusals.ts';
import { tooManyToLookUp } from '../cardLookups/refusals.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { engineCardsExceeded, engineNotSubscribed } from '../engines/refusals.ts';
import { insufficientBalance } from '../ledger/refusals.ts';
import {
  administratorsDoNotOrder,
  packageNotOrderable,
  severalCurrencies,
  soldBelowReserve,
  tooManyToClear,
  walletsMoved,
} from '../orders/refusals.ts';
import { taskNotCopied } from '../tasks/tasks.ts';
import { actionParametersSchema } from './actionParameters.ts';
import { askedActionSchema, CARD_ACTIONS, cardActionSchema } from './cardActions.ts';
import { nothingToDo, previewExpired, previewUsed, priceChanged } from './refusals.ts';

/** The query of a list, as in its URL. */
export const listQuerySchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
);

/** The one grammar of «which cards». `text` is what was typed: commas or newlines, cleaned on the server too. */
export const selectionSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), ids: z.array(idSchema).min(1).max(1_000) }),
  z.strictObject({
    kind: z.literal('list'),
    identifierType: z.number().int().min(0).max(6),
    text: z.string().min(1).max(70_000),
  }),
  z.strictObject({
    kind: z.literal('segment'),
    startIccid: z.string().max(32),
    endIccid: z.string().max(32),
  }),
  /** A file uploaded to `cardSelection.upload` before. */
  z.strictObject({ kind: z.literal('file'), fileId: idSchema }),
  /** A named set of numbers, as it finds cards at this moment. */
  z.strictObject({ kind: z.literal('set'), setId: idSchema }),
  /** The cards of a task, whatever their result. */
  z.strictObject({ kind: z.literal('task'), taskId: idSchema }),
  /** The list's current query, as in its URL. */
  z.strictObject({ kind: z.literal('filter'), query: listQuerySchema }),
  /** The same of the list that the action has for itself, where it has one. */
  z.strictObject({ kind: z.literal('listed'), query: listQuerySchema }),
]);
export type SelectionSource = z.output<typeof selectionSourceSchema>;

const ANY_ACTION = [...new Set(Object.values(CARD_ACTIONS).flat())] as [string, ...string[]];

/** What an action costs; amounts in minor units of one currency. The groups add up to the total. */
const moneyPlanSchema = z.object({
  /** The customer that pays; null where it is given back to several. */
  payer: z.string().nullable(),
  currency: z.string(),
  groups: z.array(
    z.object({
      words: z.string(),
      quantity: z.number().int(),
      /** Null where its parts differ. */
      unitPrice: z.string().nullable(),
      amount: z.string(),
    }),
  ),
  /** Below zero: given back. */
  total: z.string(),
  /** Set aside when it starts; what fails is released. */
  held: z.string(),
  /** The payer's balance now and once all of it is done, and what it can spend now, with its credit. */
  balance: z.string().nullable(),
  balanceAfter: z.string().nullable(),
  spendable: z.string().nullable(),
  /** Why the payer cannot pay; null: it can. */
  short: z.string().nullable(),
});

export const previewSchema = z.object({
  previewId: idSchema,
  action: cardActionSchema,
  expiresAt: z.iso.datetime({ offset: true }),
  willTouch: z.number().int(),
  willSkip: z.number().int(),
  /** Why cards are skipped, most frequent first; `reason` is a stable word, `words` what a person reads. */
  skipped: z.array(z.object({ reason: z.string(), words: z.string(), count: z.number().int() })),
  /** The affected cards by carrier, with the expected duration by their limits or by recent batches. */
  carriers: z.array(
    z.object({
      carrierAccountId: idSchema,
      name: z.string(),
      count: z.number().int(),
      seconds: z.number().int(),
      /**
       * The carrier is unreachable: requests wait until it is back, `seconds` count from then, and at `expiresAt` they are
       * dropped unsent (null: they wait without limit). Null: the carrier is reachable.
       */
      out: z.object({ words: z.string(), expiresAt: z.iso.datetime({ offset: true }).nullable() }).nullable(),
    }),
  ),
  /** From this many affected cards on, `typedCount` must repeat the number; null if the action does not require it. */
  typeCountFrom: z.number().int().nullable(),
  /** A second account must approve the task before it runs. */
  needsApproval: z.boolean(),
  /** Until then no card of the customer is stopped automatically; a manual stop is possible. Null: no quiet hours now. */
  quietUntil: z.iso.datetime({ offset: true }).nullable(),
  /** Null: it costs nothing. */
  money: moneyPlanSchema.nullable(),
});

export const previewSelection = change({
  name: 'cardSelection.preview',
  summary: text('操作预检', 'Preview action'),
  permission: ANY_ACTION,
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    action: askedActionSchema,
    source: selectionSourceSchema,
    parameters: actionParametersSchema.default({}),
  }),
  answer: previewSchema,
  refusals: [
    selectCardFirst,
    tooManyToLookUp,
    tooManyToClear,
    administratorsDoNotOrder,
    packageNotOrderable,
    severalCurrencies,
    soldBelowReserve,
  ],
  example: {
    body: {
      action: 'stop_card',
      source: { kind: 'filter', query: { kind: [1], lifecycle: ['activated'] } },
      parameters: {},
    },
  },
});

/**
 * A sheet (xls, xlsx) with one identifier a row in its first column, within the limits of imports; its second column is
 * what the action needs for that card alone (an IMEI). Kept for an hour.
 */
export const uploadSelection = change({
  name: 'cardSelection.upload',
  summary: text('上传选卡文件', 'Upload card selection file'),
  permission: ANY_ACTION,
  isRecorded: false,
  kind: 'upload',
  idempotency: 'none',
  body: z.strictObject({}),
  answer: z.object({ fileId: idSchema, rows: z.number().int(), fileName: z.string() }),
});

export const listSkipped = list({
  name: 'cardSelection.skipped',
  summary: text('预检跳过的卡', 'Cards skipped by a preview'),
  permission: ANY_ACTION,
  scope: 'own',
  fields: {
    seq: field.number('序号', 'No.', { sortable: true }),
    iccid: field.identifier('ICCID', 'ICCID'),
    reason: field.text('跳过原因', 'Reason'),
  },
  defaultSort: 'seq',
  extra: { previewId: idSchema },
  exportPermission: 'flowCard.export',
  example: { query: { previewId: '1' } },
});

/** Starts exactly what the preview showed, at the prices it showed; the same preview starts once. */
export const startAction = change({
  name: 'cardActions.start',
  summary: text('执行批量操作', 'Run batch operation'),
  permission: ANY_ACTION,
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ previewId: idSchema, typedCount: z.number().int().optional() }),
  answer: z.object({ taskId: idSchema, taskNo: z.string(), total: z.number().int(), needsApproval: z.boolean() }),
  refusals: [
    cardsSold,
    reversedTooLate,
    previewExpired,
    previewUsed,
    nothingToDo,
    priceChanged,
    insufficientBalance,
    engineNotSubscribed,
    engineCardsExceeded,
    packageNotOrderable,
    soldBelowReserve,
    walletsMoved,
  ],
  example: { body: { previewId: '1' } },
});

/**
 * The input of a task, for another `cardSelection.preview`: a filter, a segment or a set with its current cards, else the cards
 * of the task.
 */
export const readAsked = read({
  name: 'cardSelection.asked',
  summary: text('复制任务', 'Copy task'),
  permission: ANY_ACTION,
  query: { taskId: idSchema },
  answer: z.object({
    action: cardActionSchema,
    source: selectionSourceSchema,
    parameters: actionParametersSchema,
    total: z.number().int(),
  }),
  refusals: [notFound, taskNotCopied],
  example: { query: { taskId: '5006' } },
});

export const readPreview = read({
  name: 'cardSelection.read',
  summary: text('查看预检', 'View preview'),
  path: '/api/card-selection/v1/detail',
  permission: ANY_ACTION,
  scope: 'own',
  query: { previewId: idSchema },
  answer: previewSchema,
  refusals: [previewExpired],
  example: { query: { previewId: '1' } },
});
