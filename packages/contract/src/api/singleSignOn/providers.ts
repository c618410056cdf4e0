import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { changedByAnother, noPermission, notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('singleSignOn');

export const notAllOfIt = refusal.forbidden(
  1201,
  'notAllOfIt',
  '单点登录可让人以该客户的任何账号登录，须拥有该客户的全部权限和数据范围才能设置',
  'Single sign-on can sign people in as any account of this customer; only someone with all its permissions and its whole data scope may set it up',
);
export const mappedRoleUnknown = refusal.invalid(
  1201,
  'mappedRoleUnknown',
  '映射的角色不存在',
  'A mapped role does not exist',
);
export const noProviderToCloseFor = refusal.conflict(
  1201,
  'noProviderToCloseFor',
  '请先启用一个身份提供方，再关闭密码登录',
  'Enable an identity provider before closing password sign-in',
);
export const noAdministratorLeft = refusal.invalid(
  1202,
  'noAdministratorLeft',
  '至少选择一个启用的管理员账号保留密码登录',
  'Select at least one enabled administrator who keeps password sign-in',
);

/** https, or http on this machine for trying it out; production never calls the latter. */
const isSafeUrl = (given: string): boolean => {
  const url = URL.parse(given);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost');
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
};
const urlRule: Rule<string> = (given) =>
  isSafeUrl(given) ? undefined : problem('请填写 https 地址，不带参数', 'Enter an https address without parameters');
const originRule: Rule<string> = (given) =>
  isSafeUrl(given) && URL.parse(given)?.origin === given
    ? undefined
    : problem(
        '请填写控制台的地址，如 https://iot.example.com',
        'Enter the console’s address, such as https://iot.example.com',
      );
const scopesRule: Rule<string> = (given) =>
  /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(given) && given.split(' ').includes('openid')
    ? undefined
    : problem('以空格分隔，须包含 openid', 'Separate by spaces and include openid');

const printable = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u);
const claimSchema = printable(120);

const providerShape = {
  /** Shown on the login page: «Sign in with {name}». */
  name: productNameSchema,
  issuer: z.string().max(300).check(ruled(urlRule)),
  clientId: printable(200),
  scopes: z.string().max(300).check(ruled(scopesRule)),
  /** The claim compared with account names; dots reach into objects. */
  accountClaim: claimSchema,
  /** The claim with the groups; null: roles are assigned here, never by the provider. */
  groupsClaim: claimSchema.nullable(),
  roleMap: z.array(z.strictObject({ group: printable(200), roleId: idSchema })).max(100),
  /** Domains of e-mail addresses that may sign in; empty: all. */
  domains: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    )
    .max(50),
  /** Creates an account at the first sign-in of somebody who has none; otherwise existing ones are linked only. */
  createsAccounts: z.boolean(),
  /** Where browsers open the console. The provider sends them back to `/login` there, and nowhere else. */
  consoleOrigin: z.string().max(300).check(ruled(originRule)),
  isEnabled: z.boolean(),
};

const whose = { customerId: idSchema.optional() };

/** The providers of a customer and how its accounts may sign in. The client secret is never answered. */
export const readSingleSignOn = read({
  name: 'singleSignOn.settings',
  summary: text('单点登录设置', 'Single sign-on settings'),
  permission: key('accountConfig.view'),
  query: whose,
  answer: z.object({
    /** What people type at the login page. */
    companyCode: z.string(),
    mayEdit: z.boolean(),
    providers: z.array(
      z.object({
        id: idSchema,
        version: z.int(),
        ...providerShape,
        hasSecret: z.boolean(),
        /** Accounts that have signed in by it. */
        linkedAccounts: z.int(),
      }),
    ),
    local: z.object({
      isClosed: z.boolean(),
      /** Accounts that keep their password while it is closed. */
      accounts: z.array(z.object({ id: idSchema, account: z.string(), name: z.string() })),
    }),
  }),
  refusals: [notFound],
  example: { query: { customerId: '10' } },
});

const EXAMPLE = {
  customerId: '10',
  name: '企业账号',
  issuer: 'https://id.example.com/realms/company',
  clientId: 'cardinal',
  scopes: 'openid profile email',
  accountClaim: 'preferred_username',
  groupsClaim: null,
  roleMap: [],
  domains: ['example.com'],
  createsAccounts: false,
  consoleOrigin: 'https://iot.example.com',
  isEnabled: false,
};

/** Adds or edits a provider. Without `clientSecret` the stored one stays; null removes it. Disabling ends its sessions. */
export const saveProvider = change({
  name: 'singleSignOn.saveProvider',
  summary: text('设置身份提供方', 'Set up identity provider'),
  permission: key('accountConfig.signIn'),
  holdsSecret: true,
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    ...whose,
    id: idSchema.optional(),
    version: z.int().optional(),
    ...providerShape,
    clientSecret: printable(500).nullable().optional(),
  }),
  answer: z.object({ id: idSchema, version: z.int() }),
  refusals: [notFound, noPermission, notAllOfIt, mappedRoleUnknown, changedByAnother],
  example: { body: EXAMPLE },
});

/** Its sessions end; linked accounts and their roles stay. */
export const deleteProvider = change({
  name: 'singleSignOn.deleteProvider',
  summary: text('删除身份提供方', 'Delete identity provider'),
  permission: key('accountConfig.signIn'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, noPermission, notAllOfIt],
  example: { body: { id: '1' } },
});

/** Asks the provider as a sign-in would, up to where a person is needed. Nothing is stored. */
export const testProvider = change({
  name: 'singleSignOn.testProvider',
  summary: text('测试身份提供方', 'Test identity provider'),
  permission: key('accountConfig.signIn'),
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    ...whose,
    /** The stored provider whose secret is used if none is given. */
    id: idSchema.optional(),
    issuer: providerShape.issuer,
    clientId: providerShape.clientId,
    scopes: providerShape.scopes,
    consoleOrigin: providerShape.consoleOrigin,
    clientSecret: printable(500).nullable().optional(),
  }),
  answer: z.object({
    steps: z.array(
      z.object({
        step: z.enum(['discovery', 'keys', 'client']),
        isFine: z.boolean(),
        /** What is wrong and how to mend it. */
        problem: z.string().nullable(),
        /** The provider's own words. */
        detail: z.string().nullable(),
      }),
    ),
  }),
  refusals: [notFound, noPermission, notAllOfIt],
  example: {
    body: {
      customerId: '10',
      issuer: EXAMPLE.issuer,
      clientId: EXAMPLE.clientId,
      scopes: EXAMPLE.scopes,
      consoleOrigin: EXAMPLE.consoleOrigin,
    },
  },
});

/** Closes or opens password sign-in of a customer's accounts. API keys and open sessions are not affected. */
export const setLocalSignIn = change({
  name: 'singleSignOn.setLocalSignIn',
  summary: text('设置密码登录', 'Set password sign-in'),
  permission: key('accountConfig.signIn'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ ...whose, isClosed: z.boolean(), accountIds: z.array(idSchema).max(20) }),
  answer: doneSchema,
  refusals: [notFound, noPermission, notAllOfIt, noProviderToCloseFor, noAdministratorLeft],
  example: { body: { customerId: '10', isClosed: false, accountIds: [] } },
});
