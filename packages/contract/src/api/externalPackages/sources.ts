import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { SourceAdapter, SyncState } from '../../enumerations/externalPackage.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { BreakerState } from '../carriers/carriers.ts';
import { minorSchema } from '../catalogue/products.ts';
import { credentialFieldSchema } from '../paymentProviders/merchants.ts';
import {
  sourceAddressNotAllowed,
  sourceCredentialInvalid,
  sourceIsOff,
  sourceNameTaken,
  sourceNotFound,
  sourceRefused,
} from './refusals.ts';

/** So long orders wait for a source that is down, in hours; then they are given back. */
export const SOURCE_WAIT_HOURS = { least: 1, most: 168, usual: 24 } as const;
export const SOURCE_TIMEOUT_MS = { least: 1_000, most: 60_000, usual: 15_000 } as const;

/** In percent, at most two decimals. */
const tolerance = z.string().regex(/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/);

export const sourceFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  name: field.text('来源名称', 'Source', { filters: ['contains'], sortable: true }),
  adapter: field.enumeration(SourceAdapter, { filters: ['is'] }),
  host: field.text('接口主机', 'Host'),
  isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
  /** What the source says is left of our money there; null before it was asked. */
  balance: field.money('对方余额', 'Balance there', { nullable: true }),
  currency: field.text('币种', 'Currency', { nullable: true }),
  balanceAt: field.time('余额时间', 'Balance as of', { nullable: true }),
  /** At or below it, those who configure sources are told; null: never. */
  lowBalance: field.money('低余额提醒', 'Low-balance alert', { nullable: true }),
  breaker: field.enumeration(BreakerState),
  breakerWords: field.text('熔断原因', 'Circuit breaker reason', { nullable: true }),
  lastAnswerAt: field.time('最近应答', 'Last answer', { nullable: true }),
  failures: field.number('失败（24 小时）', 'Failures (24 h)'),
  syncState: field.enumeration(SyncState, { filters: ['is'] }),
  /** Packages read by the sync that runs, or by the last one. */
  syncRead: field.number('已读取', 'Read'),
  syncWords: field.text('同步说明', 'Sync note', { nullable: true }),
  lastSyncAt: field.time('最近同步', 'Last sync', { nullable: true, sortable: true }),
  offers: field.number('外部套餐', 'External packages'),
  mapped: field.number('已映射', 'Mapped'),
  suspended: field.number('已暂停', 'Suspended'),
  tolerance: field.text('价格容差（%）', 'Price tolerance (%)'),
  autoAccept: field.flag('自动接受', 'Accepts by itself'),
  openOrders: field.number('未完成订单', 'Open orders', { help: text('每张卡一笔', 'One a card') }),
  oldestOrderAt: field.time('最早未完成', 'Oldest open order', { nullable: true }),
  waitHours: field.number('订单等待（小时）', 'Orders wait (h)'),
  timeoutMs: field.number('超时（毫秒）', 'Timeout (ms)'),
  credentialsSetAt: field.time('凭据设置时间', 'Credentials set at'),
  credentialsSetBy: field.text('凭据设置人', 'Credentials set by'),
  provedAt: field.time('最近测试通过', 'Last passed test'),
  updatedAt: field.time('更新时间', 'Updated at', { sortable: true }),
};

export const listSources = list({
  name: 'externalSources.list',
  summary: text('外部套餐来源', 'Sources of external packages'),
  permission: 'outPackagemanage.view',
  exportPermission: 'outPackagemanage.export',
  scope: 'own',
  fields: sourceFields,
  defaultSort: '-updatedAt',
});

const sourceCredential = credentialFieldSchema.omit({ isPem: true });

/** What each adapter asks for, for the form of a new source. */
export const sourceForm = read({
  name: 'externalSources.form',
  summary: text('来源的接口协议', 'Adapters of sources'),
  permission: 'outPackagemanage.view',
  scope: 'own',
  answer: z.object({
    adapters: z.array(z.object({ adapter: SourceAdapter.schema, credentials: z.array(sourceCredential) })),
  }),
});

export const readSource = read({
  name: 'externalSources.detail',
  summary: text('来源详情', 'Source'),
  permission: 'outPackagemanage.view',
  scope: 'own',
  query: { id: idSchema },
  answer: rowSchema(sourceFields).extend({
    baseUrl: z.string(),
    /** How each is shown; never whole where it is a secret. */
    credentials: z.array(sourceCredential.extend({ shown: z.string().nullable() })),
    version: z.number().int(),
  }),
  refusals: [sourceNotFound],
  example: { query: { id: '1' } },
});

const credentials = z.record(z.string().max(40), z.string().max(1_000));
const terms = {
  name: stringSchema({ max: 60 }),
  baseUrl: z.string().max(200),
  timeoutMs: z.int().min(SOURCE_TIMEOUT_MS.least).max(SOURCE_TIMEOUT_MS.most),
  tolerance,
  autoAccept: z.boolean(),
  lowBalance: minorSchema.nullable(),
  waitHours: z.int().min(SOURCE_WAIT_HOURS.least).max(SOURCE_WAIT_HOURS.most),
};
const written = {
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  permission: 'outPackagemanage.config',
} as const;
const example = {
  name: '华东转售平台',
  baseUrl: 'https://partner.example.com',
  timeoutMs: 15_000,
  tolerance: '10',
  autoAccept: false,
  lowBalance: '100000',
  waitHours: 24,
  credentials: { appKey: 'ck_partner_key', secret: 'the secret of the key' },
};

/** Tested before it is saved; what the source does not accept is not saved. */
export const addSource = change({
  ...written,
  name: 'externalSources.add',
  summary: text('新增来源', 'New source'),
  holdsSecret: true,
  body: z.strictObject({ adapter: SourceAdapter.schema, ...terms, credentials }),
  answer: z.object({ id: idSchema }),
  refusals: [sourceNameTaken, sourceAddressNotAllowed, sourceCredentialInvalid, sourceRefused],
  example: { body: { adapter: 'cardinal', ...example } },
});

/** Credentials that are left out stay as they are. */
export const editSource = change({
  ...written,
  name: 'externalSources.edit',
  summary: text('编辑来源', 'Edit a source'),
  holdsSecret: true,
  body: z.strictObject({ id: idSchema, version: z.int(), ...terms, credentials: credentials.optional() }),
  answer: doneSchema,
  refusals: [
    sourceNotFound,
    changedByAnother,
    sourceNameTaken,
    sourceAddressNotAllowed,
    sourceCredentialInvalid,
    sourceRefused,
  ],
  example: { body: { id: '1', version: 1, ...example } },
});

/** Disabled, nothing is asked of it and its packages are off the shelf. */
export const enableSource = change({
  ...written,
  name: 'externalSources.enable',
  summary: text('启停来源', 'Enable or disable a source'),
  body: z.discriminatedUnion('isEnabled', [
    z.strictObject({ id: idSchema, isEnabled: z.literal(true) }),
    z.strictObject({ id: idSchema, isEnabled: z.literal(false), reason: remarkSchema() }),
  ]),
  answer: doneSchema,
  refusals: [sourceNotFound],
  example: { body: { id: '1', isEnabled: false, reason: '对方升级' } },
});

/** A signed question without effect; also reads the balance. */
export const testSource = change({
  ...written,
  name: 'externalSources.test',
  summary: text('测试来源', 'Test a source'),
  idempotency: 'none',
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ works: z.boolean(), words: z.string(), durationMs: z.int() }),
  refusals: [sourceNotFound],
  example: { body: { id: '1' } },
});

/** Reads what the source offers in the background: whole or not at all. */
export const syncSource = change({
  name: 'externalSources.sync',
  summary: text('立即同步', 'Sync now'),
  permission: 'outPackagemanage.sync',
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [sourceNotFound, sourceIsOff],
  example: { body: { id: '1' } },
});
