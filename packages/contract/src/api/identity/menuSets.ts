import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind, Edition } from '../../enumerations/customer.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { menuEntryKinds } from './menus.ts';

const refusal = refusalsOf('identity');

export const menuSetNameExists = refusal.invalid(134, 'menuSetNameExists', '方案名称已存在', 'Name already exists');
export const menuSetWithoutPage = refusal.invalid(
  135,
  'menuSetWithoutPage',
  '首页之外至少保留一个页面',
  'Keep at least one page besides the dashboard',
);
export const notBelowSetOwner = refusal.invalid(
  136,
  'notBelowSetOwner',
  '只能分配给方案所属客户的下级',
  'A set can be assigned only to descendants of its owner',
);
export const beyondOwnMenu = refusal.forbidden(
  131,
  'beyondOwnMenu',
  '不能包含自己没有的菜单',
  'A set cannot contain entries you do not have',
);
export const homeNotInSet = refusal.invalid(
  137,
  'homeNotInSet',
  '首页须是方案中的页面',
  'The home page must be in the set',
);
export const menuSetInUse = refusal.conflict(
  132,
  'menuSetInUse',
  '有 {n} 个客户在使用此方案，不能删除',
  '{n} {n|customer uses|customers use} this set, it cannot be deleted',
);

export const menuSetFields = {
  id: field.id('方案编号', 'Set id', { exportable: false }),
  name: field.text('方案', 'Menu set', { filters: ['contains'], sortable: true }),
  ownerId: field.id('所属客户编号', 'Owner id', { filters: ['is'], exportable: false }),
  ownerName: field.text('所属客户', 'Owner'),
  kind: field.enumeration(CustomerKind, { filters: ['is'], nullable: true }),
  edition: field.enumeration(Edition, { filters: ['is'], nullable: true }),
  isDefault: field.flag('默认方案', 'Default', { filters: ['is'] }),
  pages: field.number('页面数', 'Pages'),
  pageKeys: field.object('页面', 'The pages', z.array(z.string())),
  customers: field.number('使用客户', 'Customers', { sortable: true }),
  changedAt: field.time('更新时间', 'Changed at', { sortable: true }),
};

/** The sets of the caller's customer and of those below. */
export const listMenuSets = list({
  name: 'menuSets.list',
  summary: text('菜单方案列表', 'Menu sets'),
  permission: 'menuSet.view',
  fields: menuSetFields,
  defaultSort: '-changedAt',
  /** `page`: with this path among its pages. `usedBy`: the set assigned to a customer. */
  extra: { page: z.string().min(1).max(160).optional(), usedBy: idSchema.optional() },
});

/** One entry in its place; without a title of its own it keeps that of the menu. */
export const menuSetEntrySchema = z.strictObject({
  key: z.string().min(1).max(160),
  zh: productNameSchema.nullable(),
  en: productNameSchema.nullable(),
});
const entriesSchema = z.array(menuSetEntrySchema).min(1).max(500);

export const readMenuSet = read({
  name: 'menuSets.detail',
  summary: text('菜单方案详情', 'Menu set'),
  permission: 'menuSet.view',
  query: { id: idSchema },
  answer: rowSchema(menuSetFields).extend({
    version: z.int(),
    entries: z.array(menuSetEntrySchema),
    /** The target of `/` and the logo; null: the home page. */
    home: z.string().nullable(),
    users: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
  refusals: [notFound],
  example: { query: { id: '4001' } },
});

/** The caller's own directories and pages: what its sets may contain. */
export const readSetTree = read({
  name: 'menuSets.tree',
  summary: text('可选菜单', 'Selectable menu entries'),
  permission: 'menuSet.view',
  scope: 'own',
  answer: z.array(
    z.object({
      key: z.string(),
      parentKey: z.string().nullable(),
      kind: z.enum(menuEntryKinds),
      zh: z.string(),
      en: z.string(),
      /** A fixed rule shows it only to some customers, whatever a set says. */
      lockedBy: z.enum(['cloudStorage', 'customer3', 'Gd', 'self']).nullable(),
    }),
  ),
});

const setBody = {
  name: productNameSchema,
  kind: CustomerKind.schema.nullable(),
  edition: Edition.schema.nullable(),
  /** Effective for customers below the owner, of its kind and edition, without an assigned set. */
  isDefault: z.boolean(),
  /** Directories and pages in their order. Home and «change password» are always included. */
  entries: entriesSchema,
  /** The target of `/` and the logo: one of its pages without parameters; null or omitted: the home page. */
  home: z.string().min(1).max(160).nullable().optional(),
};

const EXAMPLE = {
  name: '轻量版',
  kind: 'ENTERPRISE' as const,
  edition: null,
  isDefault: false,
  entries: [
    { key: '/cardsManagement', zh: null, en: null },
    { key: '/cardsManagement/flowCardManagement', zh: '我的卡', en: 'My cards' },
  ],
};

/** A set without an id is created; `version` is required with an id. Effective from the next request of everyone affected. */
export const saveMenuSet = change({
  name: 'menuSets.save',
  summary: text('新增或编辑菜单方案', 'Add or edit menu set'),
  permission: 'menuSet.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema.optional(), version: z.int().optional(), ...setBody }),
  answer: z.object({ id: idSchema, version: z.int() }),
  refusals: [notFound, changedByAnother, menuSetNameExists, menuSetWithoutPage, homeNotInSet, beyondOwnMenu],
  example: { body: EXAMPLE },
});

/** How many customers, roles and accounts are named; the others are counted. */
export const LOSERS_NAMED = 10;

/**
 * Who loses pages: the customers and everyone below them, their roles with a permission of such a page, accounts with those
 * roles.
 */
const lossesSchema = z.object({
  pages: z.int(),
  customers: z.int(),
  roles: z.int(),
  accounts: z.int(),
  /** The pages, and the names of the first others; accounts by login name. */
  named: z.object({
    pages: z.array(z.object({ key: z.string(), zh: z.string(), en: z.string() })),
    customers: z.array(z.string()),
    roles: z.array(z.object({ name: z.string(), customerName: z.string() })),
    accounts: z.array(z.string()),
  }),
});

/**
 * Who would lose something by saving this set. Without an id it is a new one; omitted kind, edition and default stay unchanged.
 */
export const previewMenuSet = change({
  name: 'menuSets.preview',
  summary: text('菜单方案影响', 'Menu set impact'),
  permission: 'menuSet.view',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    id: idSchema.optional(),
    kind: CustomerKind.schema.nullable().optional(),
    edition: Edition.schema.nullable().optional(),
    isDefault: z.boolean().optional(),
    entries: entriesSchema,
  }),
  answer: lossesSchema,
  refusals: [notFound],
  example: { body: { id: '4001', entries: EXAMPLE.entries } },
});

const assignment = z.strictObject({ setId: idSchema.nullable(), customerIds: z.array(idSchema).min(1).max(1_000) });

/** Who would lose something by the assignment of a set or its removal. */
export const previewAssignment = change({
  name: 'menuSets.previewAssignment',
  summary: text('分配菜单方案影响', 'Menu set assignment impact'),
  permission: 'menuSet.view',
  isRecorded: false,
  idempotency: 'none',
  body: assignment,
  answer: lossesSchema,
  refusals: [notFound, notBelowSetOwner],
  example: { body: { setId: '4001', customerIds: ['11'] } },
});

/** Assigns a set to customers below its owner; without a set they have that of their parent. */
export const assignMenuSet = change({
  name: 'menuSets.assign',
  summary: text('分配菜单方案', 'Assign menu set'),
  permission: 'menuSet.assign',
  operation: OperationType.values.EditConfiguration,
  body: assignment,
  answer: doneSchema,
  refusals: [notFound, notBelowSetOwner],
  example: { body: { setId: '4001', customerIds: ['11'] } },
});

export const deleteMenuSet = change({
  name: 'menuSets.delete',
  summary: text('删除菜单方案', 'Delete menu set'),
  permission: 'menuSet.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, menuSetInUse],
  example: { body: { id: '4002' } },
});
