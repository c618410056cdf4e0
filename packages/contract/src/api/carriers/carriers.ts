import { text } from '@cardinal/primitives/text.ts';
import { zoneSchema } from '@cardinal/primitives/zone.ts';
import * as z from 'zod';
import { schedulesSchema } from '../../carrierSchedules.ts';
import { Platform } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag, queryInteger } from '../../framework/paging.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { CarrierOperation, capabilitiesSchema } from './carrierCapabilities.ts';

const refusal = refusalsOf('carriers');

export const CarrierAccountState = enumeration('carrierAccountState', '状态', 'State', {
  on: { zh: '使用中', en: 'On' },
  paused: { zh: '已暂停', en: 'Paused' },
  off: { zh: '已停用', en: 'Off' },
});
export type CarrierAccountState = ValueOf<typeof CarrierAccountState>;

/** The circuit breaker: `open` after repeated failures, `probing` while single calls test the carrier. */
export const BreakerState = enumeration('breakerState', '熔断', 'Breaker', {
  closed: { zh: '正常', en: 'Normal' },
  probing: { zh: '试探中', en: 'Probing' },
  open: { zh: '已熔断', en: 'Circuit open' },
});
export type BreakerState = ValueOf<typeof BreakerState>;

export const CallOutcome = enumeration('callOutcome', '调用结果', 'Outcome', {
  ok: { zh: '成功', en: 'Succeeded' },
  refused: { zh: '被拒绝', en: 'Refused' },
  unclear: { zh: '结果未知', en: 'Unclear' },
  unavailable: { zh: '未受理', en: 'Not accepted' },
});
export type CallOutcome = ValueOf<typeof CallOutcome>;

export const accountNameTaken = refusal.invalid(601, 'accountNameTaken', '通道名称已存在', 'Name already exists');
export const addressNotAllowed = refusal.invalid(
  602,
  'addressNotAllowed',
  '地址应为 https（http 仅限本机），且不能指向内网',
  'Address must be https (http only on this machine) and must not point to a private network',
);
export const unknownAdapter = refusal.invalid(603, 'unknownAdapter', '接口类型不存在', 'Interface type not found');
export const credentialsIncomplete = refusal.invalid(
  604,
  'credentialsIncomplete',
  '凭据不完整、格式不正确或包含未知项：{fields}',
  'Credentials incomplete, malformed or unknown: {fields}',
);
export const profileInvalid = refusal.invalid(
  605,
  'profileInvalid',
  '接口配置有误：{first}',
  'Interface description has errors: {first}',
);
export const profileNotTaken = refusal.invalid(
  606,
  'profileNotTaken',
  '该接口不由配置描述',
  'This interface is not configured by a description',
);
export const cycleFrozen = refusal.invalid(
  608,
  'cycleFrozen',
  '该通道已有用量记录，周期日和时区不能修改',
  'Usage has been recorded for this carrier account, so its cycle day and time zone cannot be changed',
);
export const credentialsRefused = refusal.conflict(
  601,
  'credentialsRefused',
  '凭据未通过测试，没有保存：{reason}',
  'Credentials failed the test and were not saved: {reason}',
);
export const accountNotConnected = refusal.conflict(
  602,
  'accountNotConnected',
  '接口未接入，不能测试或启用',
  'Interface not connected; cannot be tested or enabled',
);
export const accountInUse = refusal.conflict(
  603,
  'accountInUse',
  '该通道下有 {n} 张卡',
  'This carrier account has {n} {n|card|cards}',
);
export const openCommandsLeft = refusal.conflict(
  604,
  'openCommandsLeft',
  '有 {n} 条未完成的指令，完成后才能修改地址',
  'Cannot change the address while {n} {n|command is|commands are} open',
);
export const accountStateRefused = refusal.conflict(
  605,
  'accountStateRefused',
  '通道当前状态不允许此操作',
  'The carrier account’s state does not allow this operation',
);

export const carrierAccountFields = {
  id: field.id('通道标识', 'Account id', { filters: ['is'], exportable: false }),
  name: field.text('通道名称', 'Name', { filters: ['contains'], sortable: true }),
  platform: field.enumeration(Platform, { filters: ['is'], sortable: true }),
  subType: field.number('子类型', 'Sub-type', { filters: ['is'], nullable: true }),
  adapter: field.text('接口', 'Adapter', { filters: ['is'] }),
  adapterName: field.text('接口名称', 'Adapter name'),
  baseHost: field.text('接口地址', 'Host'),
  state: field.enumeration(CarrierAccountState, { filters: ['is'] }),
  stateReason: field.text('状态说明', 'Reason', { nullable: true }),
  /** False: no adapter or no credentials yet; nothing can be asked of its cards. */
  isConnected: field.flag('已接入', 'Connected'),
  /** True: the interface has no description yet, which is required for any call. */
  needsProfile: field.flag('待配置接口', 'Interface not configured', { exportable: false }),
  /** False: the adapter has not been verified against the real interface («接口待确认»). */
  isProven: field.flag('已验证', 'Proven'),
  breaker: field.enumeration(BreakerState),
  breakerWords: field.text('熔断原因', 'Circuit breaker reason', { nullable: true }),
  /** Share of the calls of the last 24 hours; null without any. */
  successPercent: field.number('成功率（24 小时）', 'Success (24 h)', { nullable: true }),
  p95Ms: field.number('P95 耗时（毫秒）', 'p95 (ms)', { nullable: true }),
  /** Items of tasks that wait for this account. */
  queue: field.number('排队', 'Queue'),
  cards: field.number('卡数', 'Cards', { nullable: true }),
  callsToday: field.number('今日调用', 'Calls today'),
  callsPerDay: field.number('每日上限', 'Daily limit', { nullable: true }),
  callsPerSecond: field.number('每秒调用', 'Calls per second'),
  inFlight: field.number('并发', 'In flight'),
  cycleDay: field.number('账期日', 'Cycle day'),
  lastSyncAt: field.time('最近同步', 'Last sync', { nullable: true, sortable: true }),
  lagSeconds: field.number('同步滞后（秒）', 'Sync lag (s)', { nullable: true }),
  credentialsHint: field.text('凭据', 'Credentials', { nullable: true, exportable: false }),
  credentialsSetAt: field.time('凭据设置时间', 'Credentials set on', { nullable: true }),
  credentialsExpireOn: field.day('凭据到期', 'Credentials expire on', { nullable: true, filters: ['range'] }),
  updatedAt: field.time('更新时间', 'Updated at', { sortable: true }),
};

export const listCarrierAccounts = list({
  name: 'carrierAccounts.list',
  summary: text('通道列表', 'Carrier accounts'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: carrierAccountFields,
  defaultSort: 'platform',
  extra: {
    /** The breaker is not closed, or less than 95 % of the last day's calls succeeded. */
    unhealthy: queryFlag.optional(),
    expiringWithinDays: queryInteger.pipe(z.number().int().min(0).max(365)).optional(),
  },
  example: { query: { pageNum: 1, pageSize: 20, sort: 'platform' } },
});

const words = z.object({ zh: z.string(), en: z.string() });
const credentialSchema = z.object({
  name: z.string(),
  label: words,
  isSecret: z.boolean(),
  isOptional: z.boolean().optional(),
  maxLength: z.number().int(),
});

/** The available carrier interfaces with their credentials and capabilities. */
export const listAdapters = read({
  name: 'carrierAccounts.adapters',
  summary: text('接口类型', 'Adapters'),
  namesCarriers: true,
  permission: key('platformConfig.view'),
  scope: 'global',
  answer: z.array(
    z.object({
      key: z.string(),
      name: words,
      platform: Platform.schema,
      subType: z.number().int().nullable(),
      isConnected: z.boolean(),
      /** Each account needs its own description of the interface. */
      isConfigured: z.boolean(),
      credentials: z.array(credentialSchema),
      capabilities: capabilitiesSchema,
      /** The default schedules of a new account, and the readings it supports. */
      schedules: schedulesSchema,
      usualSchedules: schedulesSchema,
      readings: z.array(schedulesSchema.keyof()),
    }),
  ),
});

/** A document of `carrierProfiles/profile.ts`; errors are reported at their path. */
export const profileSchema = z.record(z.string().max(100), z.unknown());

const limitsShape = {
  callsPerSecond: z.number().min(0.01).max(10_000),
  inFlight: z.number().int().min(1).max(500),
  callsPerDay: z.number().int().min(1).max(1_000_000_000).nullable(),
  timeoutMs: z.number().int().min(500).max(120_000),
  /** The minimum interval between two changes of one card. */
  quietSeconds: z.number().int().min(0).max(86_400),
};
export const carrierAccountDetailSchema = rowSchema(carrierAccountFields).extend({
  baseUrl: z.string(),
  isConfigured: z.boolean(),
  profile: profileSchema.nullable(),
  credentials: z.array(credentialSchema),
  timeoutMs: z.number().int(),
  quietSeconds: z.number().int(),
  zone: z.string(),
  currency: z.string(),
  schedules: schedulesSchema,
  capabilities: capabilitiesSchema,
  openCommands: z.number().int().nullable(),
  version: z.number().int(),
});

export const readCarrierAccount = read({
  name: 'carrierAccounts.detail',
  summary: text('通道详情', 'Carrier account'),
  permission: key('platformConfig.view'),
  query: { accountId: idSchema },
  answer: carrierAccountDetailSchema,
  refusals: [notFound],
  example: { query: { accountId: '101' } },
});

const settingsShape = {
  name: z.string().trim().min(2).max(30),
  baseUrl: z.url().max(200),
  ...limitsShape,
  cycleDay: z.number().int().min(1).max(28),
  zone: zoneSchema,
  currency: z.string().regex(/^[A-Z]{3}$/),
  schedules: schedulesSchema,
};

export const addCarrierAccount = change({
  name: 'carrierAccounts.add',
  summary: text('新增通道', 'Add carrier account'),
  permission: key('platformConfig.edit'),
  body: z.strictObject({
    ...z.strictObject(settingsShape).partial().required({ name: true, baseUrl: true }).shape,
    adapter: z.string().min(1).max(40),
    profile: profileSchema.nullable().optional(),
  }),
  answer: z.object({ accountId: idSchema }),
  operation: OperationType.values.EditConfiguration,
  refusals: [accountNameTaken, addressNotAllowed, unknownAdapter, profileInvalid, profileNotTaken],
  example: { body: { name: '联通 Jasper C', adapter: 'jasper', baseUrl: 'https://api.10646.cn' } },
});

/**
 * The whole document with its version, so that concurrent edits are detected. Cycle day and zone stay once usage was recorded. A description that needs other credentials pauses
 * the account.
 */
export const editCarrierAccount = change({
  name: 'carrierAccounts.edit',
  summary: text('编辑通道', 'Edit carrier account'),
  permission: key('platformConfig.edit'),
  body: z.strictObject({
    ...settingsShape,
    profile: profileSchema.nullable().optional(),
    accountId: idSchema,
    version: z.number().int(),
  }),
  answer: z.object({ version: z.number().int() }),
  operation: OperationType.values.EditConfiguration,
  refusals: [
    notFound,
    changedByAnother,
    accountNameTaken,
    addressNotAllowed,
    openCommandsLeft,
    cycleFrozen,
    profileInvalid,
    profileNotTaken,
  ],
  example: {
    body: {
      accountId: '102',
      version: 1,
      name: '联通 Jasper B',
      baseUrl: 'http://127.0.0.1:8090',
      callsPerSecond: 5,
      inFlight: 1,
      callsPerDay: null,
      timeoutMs: 10_000,
      quietSeconds: 0,
      cycleDay: 27,
      zone: 'Asia/Shanghai',
      currency: 'CNY',
      schedules: { status: 300, usage: 3_600, session: 0, realName: 0, pools: 0 },
    },
  },
});

/** Write-only. New credentials are tested at the carrier first and replace the old ones only if it accepts them. */
export const setCarrierSecret = change({
  name: 'carrierAccounts.secret',
  summary: text('设置通道凭据', 'Set credentials'),
  permission: key('platformConfig.secret'),
  holdsSecret: true,
  body: z.strictObject({
    accountId: idSchema,
    credentials: z.record(z.string().max(40), z.string().min(1).max(4_096)),
    expireOn: z.iso.date().nullable().optional(),
  }),
  answer: z.object({ hint: z.string() }),
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountNotConnected, credentialsIncomplete, credentialsRefused],
  example: { body: { accountId: '101', credentials: { username: 'cardinal-demo-a', apiKey: 'the key' } } },
});

/** A harmless call; returns its interpretation, and how far the carrier's clock is ahead if more than a minute. */
export const testCarrierAccount = change({
  name: 'carrierAccounts.test',
  summary: text('测试通道', 'Test carrier account'),
  permission: key('platformConfig.test'),
  idempotency: 'none',
  body: z.strictObject({ accountId: idSchema }),
  answer: z.object({ works: z.boolean(), words: z.string(), durationMs: z.int(), clockOffSeconds: z.int().nullable() }),
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountNotConnected],
  example: { body: { accountId: '101' } },
});

/** Calls stop within a second; work waits and nothing is lost. */
export const pauseCarrierAccount = change({
  name: 'carrierAccounts.pause',
  summary: text('暂停通道', 'Pause carrier account'),
  permission: key('platformConfig.pause'),
  body: z.strictObject({ accountId: idSchema, reason: z.string().trim().max(120).optional() }),
  answer: doneSchema,
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountStateRefused],
  example: { body: { accountId: '102', reason: '运营商割接' } },
});

export const resumeCarrierAccount = change({
  name: 'carrierAccounts.resume',
  summary: text('恢复通道', 'Resume carrier account'),
  permission: key('platformConfig.pause'),
  body: z.strictObject({ accountId: idSchema }),
  answer: doneSchema,
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountStateRefused, accountNotConnected],
  example: { body: { accountId: '102' } },
});

export const deleteCarrierAccount = change({
  name: 'carrierAccounts.delete',
  summary: text('停用通道', 'Disable carrier account'),
  permission: key('platformConfig.edit'),
  body: z.strictObject({ accountId: idSchema }),
  answer: doneSchema,
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountInUse],
  example: { body: { accountId: '112' } },
});

export const carrierCallFields = {
  id: field.id('调用标识', 'Call id', { exportable: false }),
  at: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
  accountId: field.id('通道标识', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('通道', 'Carrier account'),
  operation: field.enumeration(CarrierOperation, { filters: ['is'] }),
  subject: field.identifier('对象', 'Subject', { filters: ['is'], nullable: true }),
  outcome: field.enumeration(CallOutcome, { filters: ['is'] }),
  attempt: field.number('第几次', 'Attempt'),
  durationMs: field.number('耗时（毫秒）', 'Duration (ms)', { filters: ['range'] }),
  httpStatus: field.number('HTTP 状态', 'HTTP status', { nullable: true }),
  carrierCode: field.text('运营商代码', 'Carrier code', { filters: ['is'], nullable: true }),
  carrierWords: field.text('运营商说明', 'Carrier message', { nullable: true }),
  reference: field.identifier('流水号', 'Reference', { filters: ['is'], nullable: true }),
  taskId: field.id('任务标识', 'Task id', { filters: ['is'], nullable: true, exportable: false }),
  requestId: field.text('请求标识', 'Request ID', { filters: ['is'], nullable: true, exportable: false }),
};

/** Every call to a carrier of the last months, without secrets. */
export const listCarrierCalls = list({
  name: 'carrierAccounts.calls',
  summary: text('通道调用记录', 'Carrier call log'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: carrierCallFields,
  defaultSort: '-at',
  example: { query: { accountId: ['101'], pageNum: 1, pageSize: 20 } },
});
