import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { accountNotConnected, accountStateRefused } from '../carriers/carriers.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('carrierSync');

// Actions on all cards of one carrier account.

export const SyncRunState = enumeration('syncRunState', '结果', 'Result', {
  running: { zh: '进行中', en: 'Running' },
  finished: { zh: '已完成', en: 'Finished' },
  halted: { zh: '已中断', en: 'Halted' },
});
export type SyncRunState = ValueOf<typeof SyncRunState>;

export const DifferenceKind = enumeration('differenceKind', '差异类型', 'Kind', {
  status: { zh: '状态不一致', en: 'Status differs' },
  unknown: { zh: '运营商无此卡', en: 'Not at carrier' },
  plan: { zh: '通信计划不一致', en: 'Communication plan differs' },
  ratePlan: { zh: '资费计划不一致', en: 'Rate plan differs' },
  imei: { zh: '设备不一致', en: 'Device differs' },
});
export type DifferenceKind = ValueOf<typeof DifferenceKind>;

export const DifferenceState = enumeration('differenceState', '处理', 'Decision', {
  open: { zh: '待处理', en: 'Open' },
  theirs: { zh: '以运营商为准', en: 'Carrier state applied' },
  ours: { zh: '以平台为准', en: 'Platform state applied' },
  gone: { zh: '已一致', en: 'Resolved by itself' },
  closed: { zh: '已关闭', en: 'Closed' },
});
export type DifferenceState = ValueOf<typeof DifferenceState>;

export const accountHasNoCards = refusal.conflict(
  610,
  'accountHasNoCards',
  '该通道下没有卡',
  'This account has no cards',
);
export const differencesDecided = refusal.conflict(
  611,
  'differencesDecided',
  '所选差异已处理',
  'The selected differences are already resolved',
);
export const oursNotAskable = refusal.conflict(
  612,
  'oursNotAskable',
  '{n} 项差异不能下发到运营商，请改为以运营商为准',
  '{n} {n|difference|differences} cannot be sent to the carrier; apply the carrier’s state instead',
);
export const theirsUnknown = refusal.conflict(
  613,
  'theirsUnknown',
  '{n} 张卡运营商查无此卡，没有可采用的状态',
  'The carrier does not know {n} of these cards; there is no status to apply',
);
export const moveNeedsSamePlatform = refusal.conflict(
  614,
  'moveNeedsSamePlatform',
  '只能移到同一运营商的通道',
  'Cards can move only to an account of the same carrier',
);
export const moveOpenCommands = refusal.conflict(
  615,
  'moveOpenCommands',
  '有 {n} 张卡存在未完成的指令，完成后才能移动',
  '{n} {n|card has|cards have} an open command; move {n|it|them} when it has ended',
);
export const moveTooMany = refusal.conflict(
  616,
  'moveTooMany',
  '一次最多移动 {most} 张，当前 {n} 张，请分批移动',
  'At most {most} {most|card|cards} per move; you selected {n}. Move them in batches.',
);
export const moveCardsMissing = refusal.conflict(
  617,
  'moveCardsMissing',
  '{n} 个 ICCID 不在该通道下：{first}',
  '{n} ICCIDs do not belong to this account: {first}',
);

const startedSchema = z.object({ taskId: idSchema, taskNo: z.string(), total: z.number().int() });

/** Asks the carrier about each card of the account and applies its answers. */
export const syncCarrierAccount = change({
  name: 'carrierAccounts.sync',
  summary: text('立即同步通道', 'Sync account now'),
  permission: key('platformConfig.sync'),
  body: z.strictObject({ accountId: idSchema }),
  answer: startedSchema,
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountNotConnected, accountStateRefused, accountHasNoCards],
  example: { body: { accountId: '102' } },
});

/** Asks the carrier about each card and only records differences; no card is changed. */
export const reconcileCarrierAccount = change({
  name: 'carrierAccounts.reconcile',
  summary: text('与运营商对账', 'Reconcile with the carrier'),
  permission: key('platformConfig.reconcile'),
  body: z.strictObject({ accountId: idSchema }),
  answer: startedSchema,
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountNotConnected, accountStateRefused, accountHasNoCards],
  example: { body: { accountId: '102' } },
});

/**
 * `theirs`: the cards take the carrier's values. `ours`: the carrier is asked to set our values, as tasks that are confirmed
 * like any other. `closed`: nothing changes on either side. Differences that are no longer open (`over`) do not block the
 * others.
 */
export const decideDifferences = change({
  name: 'carrierAccounts.decide',
  summary: text('处理对账差异', 'Resolve differences'),
  permission: key('platformConfig.reconcile'),
  body: z.strictObject({
    accountId: idSchema,
    ids: z.array(idSchema).min(1).max(500),
    side: z.enum(['theirs', 'ours', 'closed']),
  }),
  answer: z.object({ decided: z.number().int(), over: z.number().int(), tasks: z.array(z.string()) }),
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, differencesDecided, oursNotAskable, theirsUnknown],
  example: { body: { accountId: '101', ids: ['1'], side: 'theirs' } },
});

export const MOST_MOVED = 20_000;

/** Without `iccids`: every card of the account. */
export const moveCarrierCards = change({
  name: 'carrierAccounts.move',
  summary: text('移动卡到其他通道', 'Move cards to another account'),
  permission: key('platformConfig.move'),
  body: z.strictObject({
    accountId: idSchema,
    toAccountId: idSchema,
    iccids: z.string().max(70_000).optional(),
  }),
  answer: z.object({ moved: z.number().int() }),
  operation: OperationType.values.EditConfiguration,
  refusals: [
    notFound,
    accountStateRefused,
    accountHasNoCards,
    moveNeedsSamePlatform,
    moveOpenCommands,
    moveTooMany,
    moveCardsMissing,
  ],
  example: { body: { accountId: '102', toAccountId: '101' } },
});

const accountField = field.id('通道标识', 'Account id', { filters: ['is'], exportable: false });

export const syncRunFields = {
  id: field.id('同步标识', 'Run id', { exportable: false }),
  accountId: accountField,
  beganAt: field.time('开始时间', 'Began at', { filters: ['range'], sortable: true }),
  finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
  state: field.enumeration(SyncRunState),
  /** Read from the beginning; otherwise only what changed since the last run. */
  isFull: field.flag('全量', 'Full'),
  seen: field.number('读取卡数', 'Cards read'),
  changed: field.number('变更卡数', 'Cards changed'),
  halted: field.text('中断原因', 'Halt reason', { nullable: true }),
};

export const listSyncRuns = list({
  name: 'carrierAccounts.syncRuns',
  summary: text('通道同步记录', 'Sync runs of carrier accounts'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: syncRunFields,
  defaultSort: '-beganAt',
  example: { query: { accountId: ['101'], pageNum: 1, pageSize: 20 } },
});

export const differenceFields = {
  id: field.id('差异标识', 'Difference id', { exportable: false }),
  accountId: accountField,
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
  customerName: field.text('客户', 'Customer'),
  kind: field.enumeration(DifferenceKind, { filters: ['is'] }),
  ours: field.text('平台', 'Platform value'),
  theirs: field.text('运营商', 'Carrier value', { nullable: true }),
  foundAt: field.time('发现时间', 'Found at', { filters: ['range'], sortable: true }),
  state: field.enumeration(DifferenceState, { filters: ['is'] }),
  decidedAt: field.time('处理时间', 'Decided at', { nullable: true }),
  decidedName: field.text('处理人', 'Handled by', { nullable: true }),
};

export const listDifferences = list({
  name: 'carrierAccounts.differences',
  summary: text('对账差异', 'Reconciliation differences'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: differenceFields,
  defaultSort: '-foundAt',
  example: { query: { accountId: ['101'], pageNum: 1, pageSize: 20 } },
});
