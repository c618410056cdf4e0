import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind, Edition } from '../../enumerations/customer.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { permissionIdSchema } from '../../permissions/permission.ts';
import { routeEntrySchema } from '../../routes/routeEntry.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('identity');

export const noSuchRoute = refusal.invalid(131, 'noSuchRoute', '控制台无此路由', 'No such route in the console');
export const permissionTaken = refusal.invalid(
  132,
  'permissionTaken',
  '权限标识已被其他按钮使用',
  'Permission identifier already used by another button',
);
export const belowItself = refusal.invalid(
  133,
  'belowItself',
  '不能挂在自己的下级',
  'An entry cannot be placed below itself',
);
export const menuNeedsItself = refusal.conflict(
  131,
  'menuNeedsItself',
  '菜单管理本身不能隐藏或删除',
  'Menu management itself cannot be hidden or deleted',
);

export const menuEntryKinds = ['directory', 'page', 'button'] as const;

export const menuEntrySchema = z.object({
  /** A path for directories and pages, a permission identifier for buttons. */
  key: z.string(),
  parentKey: z.string().nullable(),
  kind: z.enum(menuEntryKinds),
  zh: z.string(),
  en: z.string(),
  icon: z.string().nullable(),
  sort: z.number().int(),
  permissionId: z.string().nullable(),
  editions: z.array(Edition.schema),
  kinds: z.array(CustomerKind.schema),
  isVisible: z.boolean(),
  isBuiltIn: z.boolean(),
  isDeleted: z.boolean(),
  /** Differs from the built-in table. */
  isChanged: z.boolean(),
  hasRoute: z.boolean(),
  /** A fixed rule that no setting overrides. */
  lockedBy: z.enum(['cloudStorage', 'customer3', 'Gd', 'self']).nullable(),
  /** How many roles hold its permission; of a directory, that of any page in it. */
  roles: z.number().int(),
  /** How many menu sets contain it; sets contain no buttons. */
  sets: z.number().int(),
  version: z.number().int(),
});

export const readMenuTree = read({
  name: 'menus.tree',
  summary: text('菜单树', 'Menu tree'),
  permission: 'menu.view',
  scope: 'global',
  answer: z.array(menuEntrySchema),
});

const entryKeySchema = z.string().min(1).max(160);

/** How many roles are named when an entry is removed; the others are counted. */
export const ROLES_NAMED = 12;

/** The roles that hold an entry or a page of a directory: from the top of the tree down, those with the most accounts first. */
export const readMenuHolders = read({
  name: 'menus.holders',
  summary: text('持有菜单的角色', 'Roles holding a menu entry'),
  permission: 'menu.view',
  scope: 'global',
  query: { key: entryKeySchema },
  answer: z.object({
    roles: z.number().int(),
    accounts: z.number().int(),
    named: z.array(z.object({ id: idSchema, name: z.string(), customerName: z.string(), accounts: z.number().int() })),
  }),
  refusals: [notFound],
  example: { query: { key: '/cardsManagement/flowCardManagement' } },
});

const iconSchema = z.string().regex(/^[A-Z][A-Za-z]{1,60}$/);
const sortSchema = z.number().int().min(0).max(100_000);

export const saveMenuEntry = change({
  name: 'menus.save',
  summary: text('新增或编辑菜单', 'Add or edit menu entry'),
  permission: 'menu.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    key: entryKeySchema,
    /** The version of the entry as read; 0 for a new one. */
    version: z.number().int(),
    kind: z.enum(menuEntryKinds),
    parentKey: entryKeySchema.nullable(),
    zh: productNameSchema,
    en: productNameSchema,
    icon: iconSchema.nullable().optional(),
    sort: sortSchema,
    permissionId: permissionIdSchema.nullable().optional(),
    editions: z.array(Edition.schema).max(2).optional(),
    kinds: z.array(CustomerKind.schema).max(3).optional(),
  }),
  answer: doneSchema,
  refusals: [notFound, noSuchRoute, permissionTaken, belowItself, changedByAnother],
  example: {
    body: {
      key: '/taskManagement',
      version: 0,
      kind: 'directory',
      parentKey: null,
      zh: '任务中心',
      en: 'Tasks',
      sort: 210,
    },
  },
});

/** The order of the children of one entry, of the top level if it is null. */
export const sortMenu = change({
  name: 'menus.sort',
  summary: text('菜单排序', 'Sort menu'),
  permission: 'menu.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ parentKey: entryKeySchema.nullable(), keys: z.array(entryKeySchema).min(1).max(200) }),
  answer: doneSchema,
  refusals: [notFound],
  example: {
    body: { parentKey: '/taskManagement', keys: ['/taskManagement/systemTask', '/taskManagement/downloadTask'] },
  },
});

export const setMenuVisible = change({
  name: 'menus.visible',
  summary: text('显示或隐藏菜单', 'Show or hide menu entry'),
  permission: 'menu.visible',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ key: entryKeySchema, isVisible: z.boolean() }),
  answer: doneSchema,
  refusals: [notFound, menuNeedsItself],
  example: { body: { key: '/cardsManagement/singleCardRecharge', isVisible: true } },
});

export const deleteMenuEntry = change({
  name: 'menus.delete',
  summary: text('删除菜单', 'Delete menu entry'),
  permission: 'menu.delete',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ key: entryKeySchema }),
  answer: doneSchema,
  refusals: [notFound, menuNeedsItself],
  example: { body: { key: '/reportQuery/cardBelong' } },
});

/** Back to the built-in table: one entry, or everything where no key is given. */
export const restoreMenu = change({
  name: 'menus.restore',
  summary: text('恢复内置菜单', 'Restore built-in entries'),
  permission: 'menu.restore',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ key: entryKeySchema.optional() }),
  answer: doneSchema,
  refusals: [notFound],
  example: { body: { key: '/cardsManagement/singleCardRecharge' } },
});

/**
 * The menu as a file: the entries that differ from the built-in menu. The same file gives the same menu on every installation
 * of the same version.
 */
export const menuFileSchema = z.strictObject({
  format: z.literal('cardinal-menu'),
  entries: z
    .array(
      z.strictObject({
        key: entryKeySchema,
        kind: z.enum(menuEntryKinds),
        parentKey: entryKeySchema.nullable(),
        zh: productNameSchema,
        en: productNameSchema,
        icon: iconSchema.nullable(),
        sort: sortSchema,
        permissionId: permissionIdSchema.nullable(),
        editions: z.array(Edition.schema).max(2),
        kinds: z.array(CustomerKind.schema).max(3),
        isVisible: z.boolean(),
        isDeleted: z.boolean(),
      }),
    )
    .max(2_000),
});

const FILE_EXAMPLE: z.input<typeof menuFileSchema> = {
  format: 'cardinal-menu',
  entries: [
    {
      key: '/taskManagement',
      kind: 'directory',
      parentKey: null,
      zh: '任务中心',
      en: 'Tasks',
      icon: null,
      sort: 210,
      permissionId: null,
      editions: [],
      kinds: [],
      isVisible: true,
      isDeleted: false,
    },
  ],
};

const menuFileChange = {
  permission: 'menu.edit',
  scope: 'global',
  body: menuFileSchema,
  /** Custom entries added or removed, built-in ones changed or restored, and entries hidden afterwards. */
  answer: z.object({
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    restored: z.int(),
    gone: z.array(z.object({ key: z.string(), zh: z.string(), en: z.string() })),
  }),
  refusals: [noSuchRoute, permissionTaken, belowItself, menuNeedsItself],
  example: { body: FILE_EXAMPLE },
} as const;

/** The preview of importing a file. */
export const previewMenuFile = change({
  name: 'menus.previewFile',
  summary: text('预览菜单文件', 'Preview menu file'),
  idempotency: 'none',
  isRecorded: false,
  ...menuFileChange,
});

/** Replaces the menu by the file: built-in entries that it omits are restored, custom entries that it omits are deleted. */
export const importMenu = change({
  name: 'menus.import',
  summary: text('导入菜单文件', 'Import menu file'),
  operation: OperationType.values.EditConfiguration,
  ...menuFileChange,
});

/** The menu as a role or a customer sees it. */
export const previewMenu = read({
  name: 'menus.preview',
  summary: text('预览菜单', 'Preview menu'),
  permission: ['menu.view', 'roleSys.view'],
  query: { roleId: idSchema.optional(), customerId: idSchema.optional() },
  answer: z.array(routeEntrySchema),
  refusals: [notFound],
  example: { query: { customerId: '10' } },
});
