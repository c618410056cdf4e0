import { emailSchema } from '@cardinal/primitives/email.ts';
import { amountSchema } from '@cardinal/primitives/money.ts';
import { maskedPhone, phoneSchema } from '@cardinal/primitives/phone.ts';
import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { businessCodeSchema, businessNameSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind, Edition } from '../../enumerations/customer.ts';
import { Currency } from '../../enumerations/money.ts';
import { BusinessMode, SettlementMode } from '../../enumerations/settlement.ts';
import { Enable } from '../../enumerations/switches.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { moneyWords } from '../../moneyWords.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('customers');

export const enterpriseIsLeaf = refusal.invalid(
  201,
  'enterpriseIsLeaf',
  '企业客户为末级，不能新增下级',
  'An enterprise is a leaf and cannot have children',
);
export const customerCodeExists = refusal.invalid(
  202,
  'customerCodeExists',
  '客户编码已存在',
  'Customer code already exists',
);
export const editionsBeyondParent = refusal.invalid(
  203,
  'editionsBeyondParent',
  '不能开通上级没有的版本',
  'Cannot enable editions the parent does not have',
);
export const editionsUsedBelow = refusal.conflict(
  201,
  'editionsUsedBelow',
  '有 {n} 个下级客户正在使用该版本',
  '{n} {n|customer|customers} below {n|uses|use} this edition',
);
export const notYourself = refusal.forbidden(
  201,
  'notYourself',
  '不能修改本客户，请联系上级',
  'You cannot change your own customer; contact your parent customer',
);
export const currencyOfParent = refusal.invalid(
  206,
  'currencyOfParent',
  '币种须与上级一致（{currency}）',
  'The currency is the parent’s ({currency})',
);
export const licenceNotAPicture = refusal.invalid(
  205,
  'licenceNotAPicture',
  '请上传 10 MB 以内的 jpg、png 或 webp 图片',
  'Upload a jpg, png or webp image of at most 10 MB',
);
export const viewBelowOnly = refusal.forbidden(
  202,
  'viewBelowOnly',
  '只能代看下级客户',
  'You can view as child customers only',
);
export const customerNameSchema = businessNameSchema.check(z.minLength(2), z.maxLength(30));
const wordsSchema = (max: number) => stringSchema({ required: false, max });

/** The properties of a customer that its parent edits, besides its place in the tree. */
export const customerProfileShape = {
  name: customerNameSchema,
  code: businessCodeSchema.check(z.minLength(2), z.maxLength(32)),
  editions: z.array(Edition.schema).min(1).max(2),
  businessMode: BusinessMode.schema,
  settlementMode: SettlementMode.schema,
  contactName: wordsSchema(30).nullable().optional(),
  contactPhone: phoneSchema.nullable().optional(),
  contactEmail: emailSchema.nullable().optional(),
  contactAddress: wordsSchema(255).nullable().optional(),
  licenceName: wordsSchema(60).nullable().optional(),
  licenceCode: wordsSchema(30).nullable().optional(),
  salesperson: wordsSchema(30).nullable().optional(),
  remark: remarkSchema({ optional: true }).nullable().optional(),
};

/** A node on the path from the top of the caller's subtree down to a customer. */
export const customerStepSchema = z.object({ id: idSchema, name: z.string() });

/** Null for the platform, which has no balance of its own. */
const MONEY = { permission: 'user.money', nullable: true } as const;

export const customerFields = {
  id: field.id('客户编号', 'Customer id', { filters: ['is'], sortable: true }),
  name: field.text('客户名称', 'Customer', { filters: ['contains'], sortable: true }),
  code: field.identifier('客户编码', 'Customer code', { filters: ['is', 'contains'], sortable: true }),
  kind: field.enumeration(CustomerKind, { filters: ['is'], sortable: true }),
  parentId: field.id('上级编号', 'Parent id', { filters: ['is'], exportable: false, nullable: true }),
  /** Null for the top of the caller's subtree: customers above are not revealed. */
  parentName: field.text('上级客户', 'Parent', { nullable: true }),
  level: field.number('层级', 'Level', { sortable: true }),
  editions: field.enumerations(Edition, { filters: ['is'] }),
  businessMode: field.enumeration(BusinessMode, { filters: ['is'] }),
  settlementMode: field.enumeration(SettlementMode, { filters: ['is'] }),
  /** Set when the customer is created and never changed. */
  currency: field.enumeration(Currency, { filters: ['is'] }),
  status: field.enumeration(Enable, { filters: ['is'], sortable: true, label: nouns.status }),
  children: field.number('直属下级', 'Direct children'),
  /** Its own cards, without those of customers below, as last counted. */
  cards: field.number('卡数', 'Cards'),
  cardsActivated: field.number('已激活卡', 'Activated'),
  cardsStopped: field.number('已停机卡', 'Stopped'),
  balance: field.money(moneyWords.balance.zh, moneyWords.balance.en, MONEY),
  creditLimit: field.money(moneyWords.creditLimit.zh, moneyWords.creditLimit.en, MONEY),
  spendable: field.money(moneyWords.spendable.zh, moneyWords.spendable.en, {
    ...MONEY,
    help: text(
      '余额加信用额度，且不超过上级能承担的',
      'Balance and credit, and no more than the levels above can carry',
    ),
  }),
  profit: field.money(moneyWords.profit.zh, moneyWords.profit.en, MONEY),
  lastSignInAt: field.time('最近登录', 'Last sign-in', {
    filters: ['range', 'present'],
    sortable: true,
    nullable: true,
  }),
  contactName: field.text('联系人', 'Contact', { filters: ['contains'], nullable: true }),
  contactPhone: field.text('联系电话', 'Contact phone', {
    filters: ['contains'],
    nullable: true,
    masked: maskedPhone,
  }),
  salesperson: field.text('业务员', 'Salesperson', { filters: ['contains'], sortable: true, nullable: true }),
  remark: field.text('备注', 'Remark', { nullable: true }),
  createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
  offered: field.object(
    '可执行操作',
    'Offered',
    z.object({
      edit: z.boolean(),
      addChild: z.boolean(),
      status: z.boolean(),
      viewAs: z.boolean(),
      move: z.boolean(),
      credit: z.boolean(),
    }),
  ),
};

export const customerSumSchema = z.object({
  currency: Currency.schema,
  customers: z.number().int(),
  balance: integerString,
  creditLimit: integerString,
  profit: integerString,
});

/** Customers of the caller's subtree, including its own. Phones are masked. */
export const listCustomers = list({
  name: 'customers.list',
  summary: text('客户列表', 'Customers'),
  permission: 'user.view',
  exportPermission: 'user.export',
  fields: customerFields,
  defaultSort: '-createdAt',
  /**
   * `under`: this customer and all below it. `keyword`: name or code. `dormantDays`: no sign-in for this many days.
   * `balanceBelow`: of which the balance is lower, each in its own currency.
   */
  extra: {
    under: idSchema.optional(),
    keyword: z.string().min(1).max(64).optional(),
    balanceBelow: amountSchema().optional(),
    dormantDays: z.coerce.number().int().min(1).max(3_650).optional(),
  },
  /** The money of all customers of the filter, in each currency; empty for who may not see amounts. */
  figures: z.object({ money: z.array(customerSumSchema) }),
  example: { query: { pageNum: 1, pageSize: 20, under: '10' } },
});

export const customerNodeSchema = z.object({
  id: idSchema,
  parentId: idSchema.nullable(),
  name: z.string(),
  code: z.string(),
  kind: CustomerKind.schema,
  status: Enable.schema,
  children: z.number().int(),
  currency: z.string(),
});

/**
 * One level of the tree: the children of `parentId`, or the top of the caller's subtree. At most 500 nodes; `hasMore` tells of
 * more.
 */
export const readCustomerTree = read({
  name: 'customers.tree',
  summary: text('客户树（逐级）', 'Customer tree by level'),
  permission: 'authenticated',
  query: { parentId: idSchema.optional() },
  answer: z.object({ nodes: z.array(customerNodeSchema), hasMore: z.boolean() }),
  refusals: [notFound],
  example: { query: { parentId: '10' } },
});

/** Customers by a part of their name or code, each with its path, so that the tree can be expanded there. */
export const searchCustomers = read({
  name: 'customers.search',
  summary: text('搜索客户', 'Search customers'),
  permission: 'authenticated',
  query: { keyword: z.string().min(1).max(64) },
  answer: z.array(customerNodeSchema.extend({ path: z.array(customerStepSchema) })),
  example: { query: { keyword: '代理' } },
});

/** For pickers: customers of the caller's subtree by name, at most 50; `ids` names those already picked. */
export const customerOptions = read({
  name: 'customers.options',
  summary: text('可选客户', 'Selectable customers'),
  permission: 'authenticated',
  query: {
    keyword: z.string().max(64).optional(),
    ids: z.preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(idSchema).max(100).optional(),
    ) as z.ZodType<string[] | undefined>,
    kind: CustomerKind.schema.optional(),
    status: z.enum(['enabled']).optional(),
  },
  answer: z.array(customerStepSchema.extend({ code: z.string(), kind: CustomerKind.schema })),
  example: { query: { keyword: '代理' } },
});

export const customerDetailSchema = rowSchema(customerFields).extend({
  version: z.number().int(),
  path: z.array(customerStepSchema),
  contactEmail: z.string().nullable(),
  contactAddress: z.string().nullable(),
  licenceName: z.string().nullable(),
  licenceCode: z.string().nullable(),
  /** Whether there is a picture of it, for `customers.licence`. */
  hasLicence: z.boolean(),
  updatedAt: z.iso.datetime({ offset: true }),
});

/** Phone and e-mail are unmasked only for accounts that may edit the customer. */
export const readCustomer = read({
  name: 'customers.detail',
  summary: text('客户详情', 'Customer'),
  permission: 'user.view',
  query: { id: idSchema },
  answer: customerDetailSchema,
  refusals: [notFound],
  example: { query: { id: '11' } },
});

export const editCustomer = change({
  name: 'customers.edit',
  summary: text('编辑客户', 'Edit customer'),
  permission: 'user.edit',
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({ id: idSchema, version: z.number().int(), ...customerProfileShape }),
  answer: z.object({ id: idSchema, version: z.number().int() }),
  refusals: [notFound, notYourself, customerCodeExists, editionsBeyondParent, editionsUsedBelow, changedByAnother],
  example: {
    body: {
      id: '11',
      version: 1,
      name: '甲代理华东分部',
      code: 'A-EAST',
      editions: ['enterprise'],
      businessMode: 1,
      settlementMode: 'prepaid',
    },
  },
});

/** Disabling takes effect on the next request of every account of the customer; its cards and its children are unaffected. */
export const setCustomerStatus = change({
  name: 'customers.status',
  summary: text('启用或停用客户', 'Enable or disable customer'),
  permission: 'user.status',
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({ id: idSchema, status: Enable.schema }),
  answer: doneSchema,
  refusals: [notFound, notYourself],
  example: { body: { id: '11', status: 1 } },
});

/** Replaces the picture of a customer's licence. */
export const uploadLicence = change({
  name: 'customers.uploadLicence',
  summary: text('上传营业执照', 'Upload business license'),
  path: '/api/customers/v1/licence-upload',
  permission: 'user.edit',
  kind: 'upload',
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, notYourself, licenceNotAPicture],
  example: { body: { id: '11' } },
});

export const readLicence = read({
  name: 'customers.licence',
  summary: text('营业执照图片', 'Business license image'),
  permission: 'user.view',
  kind: 'file',
  query: { id: idSchema },
  answer: z.null(),
  refusals: [notFound],
  example: { query: { id: '11' } },
});
