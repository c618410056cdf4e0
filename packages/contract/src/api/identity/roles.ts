import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { RoleKind } from '../../enumerations/identity.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { DANGERS, permissionIdSchema } from '../../permissions/permission.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('identity');

export const cannotGrant = refusal.forbidden(
  101,
  'cannotGrant',
  '不能授予自己没有的权限',
  'You cannot grant what you do not hold',
);
export const roleNotFound = refusal.notFound(101, 'roleNotFound', '角色不存在', 'Role not found');
export const roleNameExists = refusal.invalid(121, 'roleNameExists', '角色名称已存在', 'Role name already exists');
export const roleInUse = refusal.conflict(
  101,
  'roleInUse',
  '角色下有 {n} 个账号，不能删除',
  '{n} {n|account holds|accounts hold} this role, it cannot be deleted',
);
export const builtInRole = refusal.conflict(102, 'builtInRole', '内置角色不能修改', 'Built-in roles cannot be changed');
export const wouldLockYouOut = refusal.conflict(
  103,
  'wouldLockYouOut',
  '修改后您将无法再编辑角色',
  'After this change you could no longer edit roles',
);

export const roleFields = {
  id: field.id('角色编号', 'Role id', { exportable: false }),
  name: field.text('角色', 'Role', { filters: ['contains'], sortable: true }),
  description: field.text('说明', 'Description'),
  kind: field.enumeration(RoleKind, { filters: ['is'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer', { sortable: true }),
  accounts: field.number('账号数', 'Accounts', { sortable: true }),
  pages: field.number('页面数', 'Pages'),
  buttons: field.number('按钮数', 'Buttons'),
  hasMoney: field.flag('可见金额', 'Sees money'),
  /** How many of its grants the customer above no longer has: kept without effect. */
  withdrawn: field.number('上级已收回', 'Withdrawn above'),
  changedAt: field.time('更新时间', 'Changed at', { sortable: true }),
  offered: field.object('可执行操作', 'Offered', z.object({ edit: z.boolean(), delete: z.boolean() })),
};

export const listRoles = list({
  name: 'roles.list',
  summary: text('角色列表', 'Roles'),
  permission: 'roleSys.view',
  exportPermission: 'roleSys.export',
  fields: roleFields,
  defaultSort: '-changedAt',
  /** `holds`: with this permission among its grants. `unused`: without accounts. `under`: of this customer and below. */
  extra: {
    holds: permissionIdSchema.optional(),
    unused: z.enum(['true']).optional(),
    under: idSchema.optional(),
  },
});

const grantSchema = z.object({
  id: z.string(),
  /** Granted, but the customer itself no longer has it. */
  isWithdrawn: z.boolean(),
});

/** An account that has a role, or may get it. */
export const holderSchema = z.object({ id: idSchema, account: z.string(), name: z.string() });

export const readRole = read({
  name: 'roles.detail',
  summary: text('角色详情', 'Role'),
  permission: 'roleSys.view',
  query: { id: idSchema },
  answer: rowSchema(roleFields).extend({
    version: z.number().int(),
    permissions: z.array(grantSchema),
    holders: z.array(holderSchema),
  }),
  refusals: [notFound],
  example: { query: { id: '2001' } },
});

const permissionChoiceSchema = z.object({
  id: z.string(),
  zh: z.string(),
  en: z.string(),
  danger: z.enum(DANGERS).nullable(),
  /** `see` opens the page, `export` exports its data, `act` is everything else. */
  lever: z.enum(['see', 'act', 'export']),
});

/** What the caller may grant to roles of a customer, by page: the tree of the role editor. */
export const readGrantable = read({
  name: 'roles.grantable',
  summary: text('可授予的权限', 'Grantable permissions'),
  permission: 'roleSys.view',
  query: { customerId: idSchema.optional() },
  answer: z.array(
    z.object({
      path: z.string(),
      zh: z.string(),
      en: z.string(),
      pages: z.array(
        z.object({
          path: z.string().nullable(),
          zh: z.string(),
          en: z.string(),
          permissions: z.array(permissionChoiceSchema),
        }),
      ),
    }),
  ),
  refusals: [notFound],
  example: { query: { customerId: '10' } },
});

export const readRoleTemplates = read({
  name: 'roles.templates',
  summary: text('角色模板', 'Role templates'),
  permission: 'roleSys.view',
  answer: z.array(z.object({ key: z.string(), zh: z.string(), en: z.string(), permissions: z.array(z.string()) })),
});

export const whoCan = read({
  name: 'roles.whoCan',
  summary: text('谁能做这件事', 'Who can do it'),
  permission: 'roleSys.view',
  query: { permission: permissionIdSchema },
  answer: z.array(
    z.object({
      role: z.object({ id: idSchema, name: z.string() }),
      customer: z.object({ id: idSchema, name: z.string() }),
      accounts: z.array(z.object({ id: idSchema, account: z.string(), name: z.string() })),
    }),
  ),
  example: { query: { permission: 'flowCard.stop' } },
});

/** A role without an id is created; `version` is required with an id. */
export const saveRole = change({
  name: 'roles.save',
  summary: text('新增或编辑角色', 'Add or edit role'),
  permission: 'roleSys.edit',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({
    id: idSchema.optional(),
    version: z.number().int().optional(),
    /** The customer of the role; the caller's own by default. */
    customerId: idSchema.optional(),
    name: productNameSchema,
    description: remarkSchema({ optional: true }).optional(),
    permissions: z.array(permissionIdSchema).min(1).max(3_000),
  }),
  answer: z.object({ id: idSchema, version: z.number().int() }),
  refusals: [notFound, cannotGrant, roleNameExists, builtInRole, wouldLockYouOut, changedByAnother],
  example: { body: { name: '客服一组', permissions: ['flowCard.view', 'cardDetail.view'] } },
});

export const deleteRole = change({
  name: 'roles.delete',
  summary: text('删除角色', 'Delete role'),
  permission: 'roleSys.delete',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, builtInRole, roleInUse],
  example: { body: { id: '9' } },
});

/** For pickers: the roles of a customer; those with permissions that the caller lacks are marked. */
export const roleOptions = read({
  name: 'roles.options',
  summary: text('可选角色', 'Selectable roles'),
  permission: 'authenticated',
  query: { customerId: idSchema.optional() },
  answer: z.array(z.object({ id: idSchema, name: z.string(), kind: RoleKind.schema, isGrantable: z.boolean() })),
  example: { query: { customerId: '10' } },
});
