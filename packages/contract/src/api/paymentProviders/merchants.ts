import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { CollectedBy, OTHER_PROVIDERS, PaymentProvider } from '../../enumerations/paymentRoute.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryCount } from '../../framework/paging.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { BreakerState, CallOutcome } from '../carriers/carriers.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import {
  credentialInvalid,
  merchantHasPayments,
  merchantNameTaken,
  merchantNotFound,
  merchantNumberTaken,
  merchantPaysOut,
  merchantRefused,
  merchantRouted,
  nobodyPaysEnterprise,
  ownMerchantsOnly,
  providerAddressFixed,
  providerGaveNothing,
  targetNotAllowed,
} from './refusals.ts';

export const merchantFields = {
  id: field.id('编号', 'ID', { filters: ['is'], exportable: false }),
  name: field.text('商户名称', 'Name', { filters: ['contains'], sortable: true }),
  provider: field.enumeration(PaymentProvider, { filters: ['is'] }),
  merchantNo: field.identifier('商户号', 'Merchant number', { filters: ['is', 'contains'], sortable: true }),
  customerName: field.text('所属客户', 'Owner', { filters: ['contains'], sortable: true }),
  collectedBy: field.enumeration(CollectedBy),
  isEnabled: field.flag('接收新支付', 'Takes new payments', { filters: ['is'] }),
  breaker: field.enumeration(BreakerState),
  breakerWords: field.text('熔断原因', 'Circuit breaker reason', { nullable: true }),
  /** Share of the calls of the last 24 hours that were answered; null without any. */
  successPercent: field.number('成功率（24 小时）', 'Success (24 h)', { nullable: true }),
  /** Calls of the last 24 hours without a usable answer. */
  failures: field.number('失败（24 小时）', 'Failures (24 h)'),
  /** Notices of today whose sender was not proven. */
  forgedNotices: field.number('伪造通知（今日）', 'Forged notices today'),
  lastNoticeAt: field.time('最近通知', 'Last notice', { nullable: true }),
  /** What the provider takes. */
  currencies: field.text('支持币种', 'Currencies'),
  /** For what it collects, and in which currencies; null while no route names it. */
  scenes: field.text('收款场景', 'Scenes', { nullable: true }),
  feePercent: field.text('手续费率（%）', 'Fee (%)'),
  /** What came since midnight in China, by currency; null before anything did. */
  collectedToday: field.text('今日收款', 'Collected today', { nullable: true }),
  /** Of the daily limit, with what is still to be paid; null without a limit. */
  capUsedPercent: field.number('日限额已用（%）', 'Daily limit used (%)', { nullable: true }),
  certificateSerial: field.identifier('证书序列号', 'Certificate serial', { nullable: true }),
  certificateEnds: field.time('证书到期', 'Certificate expires', { nullable: true, sortable: true }),
  credentialsSetAt: field.time('凭据设置时间', 'Credentials set at', { sortable: true }),
  credentialsSetBy: field.text('凭据设置人', 'Credentials set by'),
  /** When the provider last accepted them. */
  provedAt: field.time('最近测试通过', 'Last passed test', { sortable: true }),
  updatedAt: field.time('更新时间', 'Updated at', { sortable: true }),
};

export const credentialFieldSchema = z.object({
  name: z.string(),
  label: z.object({ zh: z.string(), en: z.string() }),
  hint: z.object({ zh: z.string(), en: z.string() }).nullable(),
  isSecret: z.boolean(),
  isOptional: z.boolean(),
  isPem: z.boolean(),
  maxLength: z.number().int(),
});

const merchantDetail = rowSchema(merchantFields).extend({
  customerId: idSchema,
  baseUrl: z.string(),
  noticeBaseUrl: z.string(),
  /** Where the provider sends its notices: to be entered there, where it asks for it. */
  noticeUrl: z.string(),
  /** How each is shown; never whole where it is a secret. */
  credentials: z.array(credentialFieldSchema.extend({ shown: z.string().nullable() })),
  version: z.number().int(),
  /** The most it takes in a day, in the smallest unit of `currency`, the first that its provider takes. */
  dayMost: integerString.nullable(),
  currency: Currency.schema,
  offered: z.object({
    edit: z.boolean(),
    enable: z.boolean(),
    test: z.boolean(),
    delete: z.boolean(),
    cap: z.boolean(),
    certificates: z.boolean(),
  }),
});

const credentials = z.record(z.string().max(40), z.string().max(16_384));
const address = z.string().max(200);
const feePercent = z.string().regex(/^(?:[0-4](?:\.\d{1,4})?|5(?:\.0{1,4})?)$/);
const terms = {
  name: stringSchema({ max: 60 }),
  /** Left out, the address the provider documents. */
  baseUrl: address.optional(),
  noticeBaseUrl: address,
  feePercent: feePercent.optional(),
};

const written = { operation: OperationType.values.EditConfiguration, scope: 'own' } as const;
const one = [merchantNotFound, ownMerchantsOnly];

/** What a screen does with the merchants of its providers. Their permissions are the screen's. */
function merchantEndpoints(given: {
  readonly subject: 'wechatMerchants' | 'aliPayMerchants' | 'otherMerchants';
  readonly screen: 'merchantList' | 'aLiPayConfig' | 'otherPaymentConfig';
  readonly providers: readonly [PaymentProvider, ...PaymentProvider[]];
  readonly noun: Text;
  readonly credentials: Readonly<Record<string, string>>;
}) {
  const { noun, screen, subject } = given;
  const named = (verb: string) => `${subject}.${verb}`;
  const words = (zh: string, en: string) => text(`${zh}${noun.zh}`, `${en} ${noun.en}`);
  const [only, ...more] = given.providers;
  const among = z.literal([...given.providers]);
  // Left out only where the screen has one provider.
  const provider = (more.length > 0 ? among : among.optional()) as z.ZodOptional<z.ZodType<PaymentProvider>>;
  const example = {
    name: '平台商户',
    noticeBaseUrl: 'https://console.example.com',
    feePercent: '0.6',
    credentials: given.credentials,
  };
  return {
    list: list({
      name: named('list'),
      summary: noun,
      permission: `${screen}.view`,
      ...(screen === 'merchantList' ? { exportPermission: 'merchantList.export' } : {}),
      fields: merchantFields,
      defaultSort: '-updatedAt',
      /** `currency`: of those whose provider takes it. */
      extra: { expiringWithinDays: queryCount.optional(), currency: Currency.schema.optional() },
    }),
    /** What its credentials are, for the form of a new one. */
    form: read({
      name: named('form'),
      summary: words('可录入的', 'Fields of'),
      permission: `${screen}.view`,
      answer: z.object({
        /** Only outside production may another address be called. */
        mayChangeAddress: z.boolean(),
        providers: z.array(
          z.object({
            provider: PaymentProvider.schema,
            baseUrl: z.string(),
            credentials: z.array(credentialFieldSchema),
          }),
        ),
      }),
    }),
    detail: read({
      name: named('detail'),
      summary: noun,
      permission: `${screen}.view`,
      query: { id: idSchema },
      answer: merchantDetail,
      refusals: [merchantNotFound],
      example: { query: { id: '8801' } },
    }),
    /** Tested before it is saved; what the provider does not accept is not saved. */
    add: change({
      ...written,
      name: named('add'),
      summary: words('新增', 'Add'),
      permission: `${screen}.add`,
      holdsSecret: true,
      body: z.strictObject({ provider, ...terms, credentials }),
      answer: z.object({ id: idSchema }),
      refusals: [
        merchantNameTaken,
        merchantNumberTaken,
        credentialInvalid,
        targetNotAllowed,
        providerAddressFixed,
        nobodyPaysEnterprise,
        merchantRefused,
      ],
      example: { body: { ...(more.length > 0 ? { provider: only } : {}), ...example } },
    }),
    /** With `credentials`, those given replace the stored ones, once the provider has accepted them all. */
    edit: change({
      ...written,
      name: named('edit'),
      summary: words('编辑', 'Edit'),
      permission: `${screen}.edit`,
      holdsSecret: true,
      body: z.strictObject({ id: idSchema, version: z.int(), ...terms, credentials: credentials.optional() }),
      answer: doneSchema,
      refusals: [
        ...one,
        changedByAnother,
        merchantNameTaken,
        merchantNumberTaken,
        credentialInvalid,
        targetNotAllowed,
        providerAddressFixed,
        merchantRefused,
      ],
      example: { body: { id: '8801', version: 1, ...example } },
    }),
    /** Disabled, it takes no new payments; notices and refunds go on through it. */
    enable: change({
      ...written,
      name: named('enable'),
      summary: words('启停', 'Enable or disable'),
      permission: `${screen}.enable`,
      body: z.discriminatedUnion('isEnabled', [
        z.strictObject({ id: idSchema, isEnabled: z.literal(true) }),
        z.strictObject({ id: idSchema, isEnabled: z.literal(false), reason: remarkSchema() }),
      ]),
      answer: doneSchema,
      refusals: [...one, changedByAnother],
      example: { body: { id: '8801', isEnabled: false, reason: '渠道维护' } },
    }),
    /** A signed question without effect. */
    test: change({
      ...written,
      name: named('test'),
      summary: words('测试', 'Test'),
      permission: `${screen}.test`,
      idempotency: 'none',
      body: z.strictObject({ id: idSchema }),
      answer: z.object({ works: z.boolean(), words: z.string(), durationMs: z.int() }),
      refusals: one,
      example: { body: { id: '8801' } },
    }),
    delete: change({
      ...written,
      name: named('delete'),
      summary: words('删除', 'Delete'),
      permission: `${screen}.delete`,
      body: z.strictObject({ id: idSchema }),
      answer: doneSchema,
      refusals: [...one, merchantHasPayments, merchantRouted, merchantPaysOut],
      example: { body: { id: '8801' } },
    }),
  };
}

export const wechatMerchants = {
  ...merchantEndpoints({
    subject: 'wechatMerchants',
    screen: 'merchantList',
    providers: [PaymentProvider.values.wechat],
    noun: text('微信商户', 'WeChat merchants'),
    credentials: { mchid: '1900000109', appid: 'wxd678efh567hg6787', apiV3Key: 'the key of 32 characters' },
  }),
  /** The most it takes in a day of China, over all routes; null lifts it. */
  cap: change({
    ...written,
    name: 'wechatMerchants.cap',
    summary: text('设置微信商户日限额', 'Set the daily limit of WeChat merchants'),
    permission: 'merchantList.cap',
    body: z.strictObject({ id: idSchema, version: z.int(), dayMost: sentAmountSchema('smallest').nullable() }),
    answer: doneSchema,
    refusals: [...one, changedByAnother],
    example: { body: { id: '8801', version: 1, dayMost: '50000.00' } },
  }),
  /** With which WeChat signs to this merchant now, asked for anew: one PEM file, each with its serial and end. */
  certificates: read({
    name: 'wechatMerchants.certificates',
    summary: text('下载平台证书', 'Download platform certificates'),
    permission: 'merchantList.cert',
    scope: 'own',
    kind: 'file',
    query: { id: idSchema },
    answer: z.null(),
    refusals: [...one, providerGaveNothing],
    example: { query: { id: '8801' } },
  }),
};
export const aliPayMerchants = merchantEndpoints({
  subject: 'aliPayMerchants',
  screen: 'aLiPayConfig',
  providers: [PaymentProvider.values.aliPay],
  noun: text('支付宝商户', 'Alipay merchants'),
  credentials: { appId: '2021000000000001', sellerId: '2088000000000001' },
});
export const otherMerchants = merchantEndpoints({
  subject: 'otherMerchants',
  screen: 'otherPaymentConfig',
  providers: OTHER_PROVIDERS,
  noun: text('其他渠道商户', 'merchants of other channels'),
  credentials: { accountId: 'acct_1', secretKey: 'the secret key', webhookSecret: 'the signing secret' },
});

/** `cap` and `certificates`: WeChat's alone. */
export type MerchantEndpoints = ReturnType<typeof merchantEndpoints> &
  Partial<Pick<typeof wechatMerchants, 'cap' | 'certificates'>>;

/** Calls to providers, for whoever sees merchants: newest first, six months. */
export const listMerchantCalls = list({
  name: 'merchantCalls.list',
  summary: text('支付渠道调用', 'Provider calls'),
  permission: ['merchantList.view', 'aLiPayConfig.view', 'otherPaymentConfig.view'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'At', { filters: ['range'], sortable: true }),
    merchantId: field.id('商户', 'Merchant', { filters: ['is'], exportable: false }),
    merchantName: field.text('商户名称', 'Name'),
    operation: field.text('调用', 'Operation', { filters: ['is'] }),
    attempt: field.number('次数', 'Attempt'),
    subject: field.identifier('支付单号', 'Trade number', { filters: ['is'], nullable: true }),
    outcome: field.enumeration(CallOutcome, { filters: ['is'] }),
    durationMs: field.number('耗时（毫秒）', 'Duration (ms)'),
    httpStatus: field.number('HTTP 状态', 'HTTP status', { nullable: true }),
    providerCode: field.text('渠道代码', 'Provider code', { filters: ['is'], nullable: true }),
    providerWords: field.text('渠道说明', 'Provider words', { nullable: true }),
  },
  defaultSort: '-at',
});
