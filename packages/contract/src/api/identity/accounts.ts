import { accountSchema } from '@cardinal/primitives/account.ts';
import { EMAIL_LENGTH, emailSchema } from '@cardinal/primitives/email.ts';
import { newPasswordSchema } from '@cardinal/primitives/password.ts';
import { maskedPhone, phoneSchema } from '@cardinal/primitives/phone.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DataScope, SignInResult } from '../../enumerations/identity.ts';
import { Enable } from '../../enumerations/switches.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { sessionSchema } from './identity.ts';
import { cannotGrant, holderSchema, roleNotFound } from './roles.ts';

const refusal = refusalsOf('identity');

export const accountExists = refusal.invalid(111, 'accountExists', '账号已存在', 'Account already exists');
export const scopeTooWide = refusal.forbidden(
  112,
  'scopeTooWide',
  '数据范围超出自己的范围',
  'The data scope exceeds your own',
);
export const notOnYourself = refusal.conflict(
  111,
  'notOnYourself',
  '不能对自己的账号执行此操作',
  'You cannot do this to your own account',
);
export const ownRoles = refusal.conflict(112, 'ownRoles', '不能修改自己的角色', 'You cannot change your own roles');
export const lastAdministrator = refusal.conflict(
  113,
  'lastAdministrator',
  '至少保留一个管理员',
  'At least one administrator must remain',
);
export const aboveYou = refusal.forbidden(
  113,
  'aboveYou',
  '该账号的权限或数据范围超出您的，不能操作',
  'This account has permissions or customers beyond yours',
);

export const roleChipSchema = z.object({ id: idSchema, name: z.string() });

export const accountFields = {
  id: field.id('账号编号', 'Account id', { filters: ['is'], exportable: false }),
  account: field.text('账号', 'Account', { filters: ['contains'], sortable: true }),
  name: field.text('姓名', 'Name', { filters: ['contains'], sortable: true }),
  phone: field.text('手机号', 'Phone', { filters: ['contains'], nullable: true, masked: maskedPhone }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer', { sortable: true }),
  roles: field.object('角色', 'Roles', z.array(roleChipSchema)),
  roleNames: field.text('角色名称', 'Role names'),
  dataScope: field.enumeration(DataScope, { filters: ['is'] }),
  status: field.enumeration(Enable, { filters: ['is'], sortable: true, label: nouns.status }),
  isLocked: field.flag('已锁定', 'Locked', { filters: ['is'] }),
  failedTries: field.number('失败次数', 'Failed tries'),
  mustChangePassword: field.flag('须改密码', 'Password change required', { filters: ['is'] }),
  passwordAgeDays: field.number('密码天数', 'Password age (days)'),
  /** Names of the identity providers the account has signed in by; empty: by password only. */
  providers: field.text('单点登录', 'Single sign-on', { nullable: true }),
  hasTwoStep: field.flag('两步验证', 'Two-step code', { filters: ['is'] }),
  lastLoginAt: field.time('最近登录', 'Last sign-in', {
    filters: ['range', 'present'],
    sortable: true,
    nullable: true,
  }),
  lastLoginAddress: field.text('登录地址', 'Address', { nullable: true }),
  /** Derived from the address: «private network», or nothing. */
  lastLoginPlace: field.text('登录地点', 'Place', { nullable: true }),
  createdBy: field.text('创建人', 'Created by', { nullable: true }),
  createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
  /** Holds role admin: shown with the mark that administrators cannot order packages. */
  isAdmin: field.flag('系统管理员', 'System administrator'),
  isMe: field.flag('本人', 'Me', { exportable: false }),
};

export const listAccounts = list({
  name: 'accounts.list',
  summary: text('账号列表', 'Accounts'),
  permission: 'accountManagement.view',
  exportPermission: 'accountManagement.export',
  fields: accountFields,
  defaultSort: '-createdAt',
  /** `keyword`: account, name, or a whole phone or its last four digits. `under`: of this customer and all below. `roleId`: holding this role. */
  extra: {
    keyword: z.string().min(1).max(64).optional(),
    under: idSchema.optional(),
    roleId: idSchema.optional(),
  },
});

export const readAccount = read({
  name: 'accounts.detail',
  summary: text('账号详情', 'Account'),
  permission: 'accountManagement.view',
  query: { id: idSchema },
  answer: rowSchema(accountFields).extend({
    version: z.number().int(),
    email: z.string().nullable(),
    /** Null: it does not sign in. */
    phoneVerifiedAt: z.iso.datetime({ offset: true }).nullable(),
    emailVerifiedAt: z.iso.datetime({ offset: true }).nullable(),
    dataScopeCustomers: z.array(z.object({ id: idSchema, name: z.string() })),
    /** The effective permissions of the account, and the roles that grant them. */
    permissions: z.array(z.object({ id: z.string(), zh: z.string(), en: z.string(), roles: z.array(z.string()) })),
    sessions: z.array(sessionSchema),
    signIns: z.array(
      z.object({ at: z.iso.datetime({ offset: true }), address: z.string(), result: SignInResult.schema }),
    ),
  }),
  refusals: [notFound],
  example: { query: { id: '1001' } },
});

const scopeShape = {
  dataScope: DataScope.schema.optional(),
  dataScopeCustomerIds: z.array(idSchema).max(200).optional(),
};
const profileShape = {
  name: productNameSchema,
  phone: phoneSchema.nullable().optional(),
  email: emailSchema.nullable().optional(),
};

/** Without a password one is generated and shown once; in both cases it must be changed at the first sign-in. */
export const addAccount = change({
  name: 'accounts.add',
  summary: text('新增账号', 'Add account'),
  permission: 'accountManagement.add',
  holdsSecret: true,
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({
    customerId: idSchema,
    account: accountSchema,
    password: newPasswordSchema.optional(),
    roleIds: z.array(idSchema).max(20),
    ...profileShape,
    ...scopeShape,
  }),
  answer: z.object({ id: idSchema, password: z.string().nullable() }),
  refusals: [notFound, accountExists, roleNotFound, cannotGrant, scopeTooWide],
  example: { body: { customerId: '10', account: 'kefu01', name: '王芳', roleIds: [] } },
});

export const editAccount = change({
  name: 'accounts.edit',
  summary: text('编辑账号', 'Edit account'),
  permission: 'accountManagement.edit',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema, version: z.number().int(), ...profileShape, ...scopeShape }),
  answer: doneSchema,
  refusals: [notFound, aboveYou, scopeTooWide, notOnYourself, changedByAnother],
  example: { body: { id: '1008', version: 1, name: '无角色账号' } },
});

export const contactDiffers = refusal.invalid(
  115,
  'contactDiffers',
  '与该账号填写的不一致',
  'This differs from what the account has',
);
/** Verified for another account. It does not say so, because that account may belong to anybody. */
export const contactNotVerifiable = refusal.conflict(
  115,
  'contactNotVerifiable',
  '无法为该账号验证此联系方式',
  'This contact cannot be verified for this account',
);

/**
 * Vouches that the person of the account has this phone or e-mail, which then signs in; `value` is the whole one. Null withdraws
 * it. Changing a contact withdraws it as well.
 */
export const verifyContact = change({
  name: 'accounts.verifyContact',
  summary: text('验证联系方式', 'Verify contact'),
  permission: 'accountManagement.verify',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({
    id: idSchema,
    contact: z.enum(['phone', 'email']),
    value: z.string().min(1).max(EMAIL_LENGTH.max).nullable(),
  }),
  answer: doneSchema,
  refusals: [notFound, aboveYou, contactDiffers, contactNotVerifiable],
  example: { body: { id: '1008', contact: 'phone', value: null } },
});

export const setAccountRoles = change({
  name: 'accounts.roles',
  summary: text('设置账号角色', 'Set account roles'),
  permission: ['accountManagement.role', 'roleSys.assign'],
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema, roleIds: z.array(idSchema).max(20) }),
  answer: doneSchema,
  refusals: [notFound, roleNotFound, cannotGrant, ownRoles, lastAdministrator, aboveYou],
  example: { body: { id: '1008', roleIds: [] } },
});

const ASSIGN = ['accountManagement.role', 'roleSys.assign'] as const;

/** Accounts that may get a role: those of its customer without it, by account or name; at most fifty. */
export const roleCandidates = read({
  name: 'roles.candidates',
  summary: text('可添加的账号', 'Assignable accounts'),
  permission: [...ASSIGN],
  query: { id: idSchema, keyword: z.string().trim().max(64).optional() },
  answer: z.array(holderSchema),
  refusals: [notFound],
  example: { query: { id: '2102' } },
});

/** Grants a role to accounts and revokes it from others, all or none; effective from their next request. */
export const assignRole = change({
  name: 'roles.assign',
  summary: text('分配角色给账号', 'Assign role to accounts'),
  permission: [...ASSIGN],
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({
    id: idSchema,
    add: z.array(idSchema).max(100),
    remove: z.array(idSchema).max(100),
  }),
  answer: doneSchema,
  refusals: [notFound, roleNotFound, cannotGrant, ownRoles, lastAdministrator, aboveYou],
  example: { body: { id: '2102', add: [], remove: [] } },
});

/** A disabled account is signed out at its next request. */
export const setAccountStatus = change({
  name: 'accounts.status',
  summary: text('启用或停用账号', 'Enable or disable account'),
  permission: 'accountManagement.status',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema, status: Enable.schema }),
  answer: doneSchema,
  refusals: [notFound, notOnYourself, lastAdministrator, aboveYou],
  example: { body: { id: '1008', status: 1 } },
});

export const unlockAccount = change({
  name: 'accounts.unlock',
  summary: text('解锁账号', 'Unlock account'),
  permission: 'accountManagement.status',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, aboveYou],
  example: { body: { id: '1008' } },
});

export const noMainAccount = refusal.conflict(
  114,
  'noMainAccount',
  '该客户没有主账号',
  'This customer has no main account',
);

/** The main account of a customer: the first one with its built-in role, an enabled one before disabled ones. */
export const readMainAccount = read({
  name: 'accounts.main',
  summary: text('客户主账号', 'Customer main account'),
  permission: 'accountManagement.reset',
  query: { customerId: idSchema },
  answer: z.object({ id: idSchema, account: z.string(), name: z.string() }),
  refusals: [notFound, noMainAccount],
  example: { query: { customerId: '11' } },
});

/** A password for one sign-in, shown once; the account's sessions end. */
export const resetPassword = change({
  name: 'accounts.reset',
  summary: text('重置密码', 'Reset password'),
  permission: 'accountManagement.reset',
  operation: OperationType.values.EditAccountRole,
  holdsSecret: true,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ password: z.string() }),
  refusals: [notFound, notOnYourself, aboveYou],
  example: { body: { id: '1008' } },
});

export const kickAccount = change({
  name: 'accounts.kick',
  summary: text('结束账号会话', 'End account sessions'),
  permission: 'accountManagement.kick',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ ended: z.number().int() }),
  refusals: [notFound, notOnYourself, aboveYou],
  example: { body: { id: '1008' } },
});

/**
 * Its name becomes available; its history keeps the name. Open tasks and saved views may be transferred to a colleague of the
 * customer.
 */
export const deleteAccount = change({
  name: 'accounts.delete',
  summary: text('删除账号', 'Delete account'),
  permission: 'accountManagement.delete',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema, handOverTo: idSchema.optional() }),
  answer: doneSchema,
  refusals: [notFound, notOnYourself, lastAdministrator, aboveYou],
  example: { body: { id: '9' } },
});

/** For pickers: enabled accounts of the caller's scope, at most 50. */
export const accountOptions = read({
  name: 'accounts.options',
  summary: text('可选账号', 'Selectable accounts'),
  permission: 'authenticated',
  query: { keyword: z.string().max(64).optional(), customerId: idSchema.optional() },
  answer: z.array(z.object({ id: idSchema, account: z.string(), name: z.string() })),
});
