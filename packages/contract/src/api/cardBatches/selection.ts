import { imeiSchema } from '@cardinal/primitives/imei.ts';
import { problem, ruled } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { FORCED_STOP_REASONS } from '../../enumerations/card.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import type { PermissionId } from '../../permissions/permission.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ACTION_OUTSIDE_KIND, type ActionCode } from '../../tasks/taskCatalogue.ts';
import { whiteListChangeSchema } from '../cardCommands/whiteList.ts';
import { tooManyToLookUp } from '../cardLookups/refusals.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { engineCardsExceeded, engineNotSubscribed } from '../engines/refusals.ts';
import { taskNotCopied } from '../tasks/tasks.ts';
import { nothingToDo, previewExpired, previewUsed } from './refusals.ts';

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
]);
export type SelectionSource = z.output<typeof selectionSourceSchema>;

const forcedStopReasonRule = (reason: number) =>
  FORCED_STOP_REASONS.some((each) => each === reason)
    ? undefined
    : problem(
        '请选择欠费、实名未通过或超出区域；手动停机用停机和复机，机卡分离用绑定和解绑 IMEI',
        'Select arrears, real name rejected or out of region. Use stop and restart for manual stops, and bind and unbind IMEI for changed devices',
      );

/** The parameters of an action; each action refuses parameters of others. */
export const actionParametersSchema = z.strictObject({
  /** 2-255 characters, the remark rule; required for stop in bulk is a customer setting. */
  reason: z.string().max(255).optional(),
  /** Why cards are stopped by force, or which of those reasons is lifted. */
  stopReason: z.number().check(ruled(forcedStopReasonRule)).optional(),
  /** When to restart automatically; in the future. */
  restartAt: z.iso.datetime({ offset: true }).optional(),
  remark: z.string().max(255).optional(),
  tagIds: z.array(idSchema).min(1).max(20).optional(),
  tagMode: z.enum(['add', 'replace']).optional(),
  productCode: z.string().min(1).max(64).optional(),
  /** Who gets the cards: a customer below one's own. */
  targetCustomerId: idSchema.optional(),
  /** The purpose of a position query; stored with every answer for good. */
  purpose: z.string().trim().min(2).max(255).optional(),
  /** A communication plan by the carrier's own name. */
  plan: z.string().min(1).max(64).optional(),
  /** The speed limit in kbit/s: one of the speeds of the cards' carrier account. */
  speedKbps: z.number().int().min(1).max(1_000_000).optional(),
  /** The data cap per cycle in MB; 0: cut off at the first byte, null: no cap. */
  usageCapMb: z.number().int().min(0).max(10_000_000).nullable().optional(),
  apn: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/)
    .optional(),
  /** Numbers to add to or remove from a card's allow list. */
  whiteList: whiteListChangeSchema.optional(),
  /** The last moment of service; in the future. */
  servicePeriodEnd: z.iso.datetime({ offset: true }).optional(),
  /** For one card; without it and without a file's second column, each card is locked to its last seen device. */
  imei: imeiSchema.optional(),
});

/** The actions on one or many cards. */
const CODES = [
  'stop_card',
  'active_card',
  'reboot_card',
  'forced_stop_card',
  'lift_forced_stop',
  'cancel_card',
  'enter_sleep',
  'exit_sleep',
  'to_test',
  'to_inventory',
  'to_activate',
  'bind_imei',
  'unbind_imei',
  'edit_remark',
  'set_tag',
  'clear_tag',
  'change_product',
  'edit_service_period',
  'change_communication_plan',
  'open_gprs',
  'close_gprs',
  'open_voice',
  'close_voice',
  'open_sms',
  'close_sms',
  'limit_speed',
  'cancel_limit_speed',
  'set_usage_cap',
  'change_apn',
  'reset_network',
  'set_white_list',
  'allocate_card',
  'recover_card',
  'query_online',
  'query_location',
  'sync_card',
] as const satisfies readonly ActionCode[];
export type CardAction = (typeof CODES)[number];
export const cardActionSchema = z.enum(CODES);

/** The permissions any of which allows an action, in bulk and on one card; each names the kinds of card it covers. */
export const CARD_ACTIONS = Object.fromEntries(
  CODES.map((action) => [action, identifiersOfAction(action)]),
) as unknown as Readonly<Record<CardAction, readonly [PermissionId, ...PermissionId[]]>>;

/** An action that cannot be started on cards is refused as an unknown kind. */
const askedActionSchema = z
  .string()
  .check(ruled((action: string) => (Object.hasOwn(CARD_ACTIONS, action) ? undefined : { text: ACTION_OUTSIDE_KIND })))
  .meta({ enum: CODES })
  .pipe(cardActionSchema);

const ANY_ACTION = [...new Set(Object.values(CARD_ACTIONS).flat())] as [string, ...string[]];

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
  refusals: [selectCardFirst, tooManyToLookUp],
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

/** Starts exactly what the preview showed; the same preview starts once. */
export const startAction = change({
  name: 'cardActions.start',
  summary: text('执行批量操作', 'Run batch operation'),
  permission: ANY_ACTION,
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ previewId: idSchema, typedCount: z.number().int().optional() }),
  answer: z.object({ taskId: idSchema, taskNo: z.string(), total: z.number().int(), needsApproval: z.boolean() }),
  refusals: [previewExpired, previewUsed, nothingToDo, engineNotSubscribed, engineCardsExceeded],
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
