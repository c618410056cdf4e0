import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, Platform } from '../../enumerations/card.ts';
import { TaskItemState, TaskState } from '../../enumerations/task.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { openInterface } from '../../framework/openInterface.ts';
import { queryInteger } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { CARD_ACTIONS } from '../cardBatches/cardActions.ts';
import { cardFields } from '../cards/cardFields.ts';
import { listCards } from '../cards/cardList.ts';
import { cardNotFound, tagNotFound } from '../cards/cardRefusals.ts';
import { tagNameSchema } from '../cards/tagName.ts';
import { readCard } from '../cardViews/cardDetail.ts';
import { readTaskDetail } from '../tasks/tasks.ts';
import { USAGE_DAYS } from '../usage/usage.ts';
import {
  openCodeBatch,
  openCodeOffers,
  openCodeState,
  openIssueCodes,
  openRedeemCode,
  openTakeCodes,
  openVoidCodes,
} from './codeInterfaces.ts';
import { openEvents } from './eventInterfaces.ts';
import { accepted, BATCH_REFUSALS, iccid, iccids, moment, SAMPLE_ICCIDS } from './openSchemas.ts';
import { openBalance, openOrder, openOrderState, openPackages, openRefund, openRenewal } from './orderInterfaces.ts';
import { OpenGroup, OpenScope } from './scopes.ts';

const { values: scope } = OpenScope;
const { values: group } = OpenGroup;

/** What a customer's system learns of a card: less than the console, and stable as an interface must be. */
const openCardFields = {
  iccid: cardFields.iccid,
  businessNumber: cardFields.businessNumber,
  imsi: cardFields.imsi,
  imei: cardFields.imei,
  platform: cardFields.platform,
  kind: cardFields.kind,
  carrierStatus: cardFields.carrierStatus,
  lifecycle: cardFields.lifecycle,
  stopReasons: cardFields.stopReasons,
  pending: cardFields.pending,
  customerId: cardFields.customerId,
  customerName: cardFields.customerName,
  productCode: cardFields.productCode,
  packageName: cardFields.packageName,
  packageEndsAt: cardFields.packageEndsAt,
  flowUsed: cardFields.flowUsed,
  flowTotal: cardFields.flowTotal,
  usedToday: cardFields.usedToday,
  usageAt: cardFields.usageAt,
  onlineState: cardFields.onlineState,
  lastSessionAt: cardFields.lastSessionAt,
  activatedAt: cardFields.activatedAt,
  servicePeriodEnd: cardFields.servicePeriodEnd,
  tags: cardFields.tags,
  remark: cardFields.remark,
  createdAt: cardFields.createdAt,
};

/** The first call of a new key: returns its owner, its scopes, and the server's time for wrong clocks. */
export const openSelf = openInterface(
  read({
    name: 'open.self',
    summary: text('查询当前密钥', 'Current key'),
    path: '/openapi/v1/self',
    permission: 'authenticated',
    scope: 'own',
    answer: z.object({
      key: z.string(),
      customerId: idSchema,
      scopes: z.array(OpenScope.schema),
      callsPerMinute: z.number().int(),
      expiresAt: moment.nullable(),
      now: moment,
    }),
  }),
  { group: group.account },
);

export const openCards = openInterface(
  list({
    name: 'open.cards',
    summary: text('查询卡片列表', 'Cards'),
    path: '/openapi/v1/cards',
    permission: listCards.permission,
    fields: openCardFields,
    defaultSort: '-createdAt',
    example: { query: { pageSize: 10, lifecycle: ['activated'] } },
  }),
  { group: group.card, keyScope: scope.cardRead },
);

export const openCard = openInterface(
  read({
    name: 'open.card',
    summary: text('查询单张卡', 'Get a card'),
    path: '/openapi/v1/cards/:iccid',
    permission: readCard.permission,
    params: { iccid },
    answer: rowSchema(openCardFields).extend({
      /** The status as text, and the card's diagnosis. */
      statusText: z.string(),
      diagnosis: z.string(),
    }),
    refusals: [cardNotFound],
    example: { params: { iccid: '89860600000000000013' } },
  }),
  { group: group.card, keyScope: scope.cardRead },
);

export const openUsage = openInterface(
  read({
    name: 'open.usage',
    summary: text('查询单卡每日用量', 'Daily card usage'),
    path: '/openapi/v1/cards/:iccid/usage',
    permission: readCard.permission,
    params: { iccid },
    query: { days: queryInteger.pipe(z.number().int().min(1).max(USAGE_DAYS.most)).optional() },
    answer: z.object({
      iccid: z.string(),
      platform: Platform.schema,
      kind: CardKind.schema,
      /** Bytes in decimal; a day without a reading is null. The last one is today so far. */
      days: z.array(z.object({ day: z.iso.date(), bytes: z.string().nullable() })),
      asOf: moment,
    }),
    refusals: [cardNotFound],
    example: { params: { iccid: '89860600000000000013' }, query: { days: 7 } },
  }),
  { group: group.usage, keyScope: scope.usageRead },
);

export const openStop = openInterface(
  change({
    name: 'open.stop',
    summary: text('停机', 'Stop cards'),
    path: '/openapi/v1/cards/stop',
    permission: CARD_ACTIONS.stop_card,
    operation: OperationType.values.StopCard,
    body: z.strictObject({ iccids, reason: remarkSchema().optional() }),
    answer: accepted,
    refusals: BATCH_REFUSALS,
    example: { body: { iccids: SAMPLE_ICCIDS, reason: '设备已下线' } },
  }),
  { group: group.control, keyScope: scope.statusWrite, success: 202 },
);

export const openRestart = openInterface(
  change({
    name: 'open.restart',
    summary: text('复机', 'Restart cards'),
    path: '/openapi/v1/cards/restart',
    permission: CARD_ACTIONS.reboot_card,
    operation: OperationType.values.RebootCard,
    body: z.strictObject({ iccids }),
    answer: accepted,
    refusals: BATCH_REFUSALS,
    example: { body: { iccids: SAMPLE_ICCIDS } },
  }),
  { group: group.control, keyScope: scope.statusWrite, success: 202 },
);

export const openTags = openInterface(
  read({
    name: 'open.tags',
    summary: text('查询标签', 'Tags'),
    path: '/openapi/v1/tags',
    permission: ['tagManagement.view', 'tagManagement.set'],
    scope: 'own',
    answer: z.object({ list: z.array(z.object({ name: z.string(), group: z.string().nullable() })) }),
  }),
  { group: group.card, keyScope: scope.cardRead },
);

export const openSetTags = openInterface(
  change({
    name: 'open.setTags',
    summary: text('设置标签', 'Tag cards'),
    path: '/openapi/v1/cards/tags',
    permission: CARD_ACTIONS.set_tag,
    operation: OperationType.values.SetTag,
    body: z.strictObject({
      iccids,
      tags: z.array(tagNameSchema).min(1).max(20),
      mode: z.enum(['add', 'replace', 'remove']),
    }),
    answer: accepted,
    refusals: [...BATCH_REFUSALS, tagNotFound],
    example: { body: { iccids: SAMPLE_ICCIDS, tags: ['深圳仓'], mode: 'add' } },
  }),
  { group: group.card, keyScope: scope.cardWrite, success: 202 },
);

export const openRemark = openInterface(
  change({
    name: 'open.remark',
    summary: text('修改备注', 'Edit remarks'),
    path: '/openapi/v1/cards/remark',
    permission: CARD_ACTIONS.edit_remark,
    operation: OperationType.values.EditRemark,
    body: z.strictObject({ iccids, remark: remarkSchema({ optional: true }) }),
    answer: accepted,
    refusals: BATCH_REFUSALS,
    example: { body: { iccids: SAMPLE_ICCIDS, remark: '华东仓备货' } },
  }),
  { group: group.card, keyScope: scope.cardWrite, success: 202 },
);

export const openTask = openInterface(
  read({
    name: 'open.task',
    summary: text('查询任务进度', 'Task progress'),
    path: '/openapi/v1/tasks/:taskNo',
    permission: readTaskDetail.permission,
    params: { taskNo: z.string().regex(/^T[0-9A-Z]{1,20}$/) },
    query: { pageNum: queryInteger.pipe(z.number().int().min(1).max(10_000)).optional() },
    answer: z.object({
      taskNo: z.string(),
      state: TaskState.schema,
      total: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
      skipped: z.number().int(),
      /** Requested from the carrier and not confirmed yet. */
      confirming: z.number().int(),
      createdAt: moment,
      finishedAt: moment.nullable(),
      /** A page of 100 cards in the order they were given. */
      items: z.array(
        z.object({
          iccid: z.string(),
          state: TaskItemState.schema,
          code: z.string().nullable(),
          reason: z.string().nullable(),
          settledAt: moment.nullable(),
        }),
      ),
    }),
    example: { params: { taskNo: 'T1' } },
  }),
  { group: group.task, keyScope: scope.taskRead },
);

/** The catalogue, in the order it is read. */
export const OPEN_INTERFACES = [
  openSelf,
  openCards,
  openCard,
  openUsage,
  openStop,
  openRestart,
  openTags,
  openSetTags,
  openRemark,
  openPackages,
  openBalance,
  openOrder,
  openRenewal,
  openOrderState,
  openRefund,
  openCodeOffers,
  openIssueCodes,
  openCodeBatch,
  openTakeCodes,
  openVoidCodes,
  openRedeemCode,
  openCodeState,
  openEvents,
  openTask,
] as const;
