import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { notFound, tooMany } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { accountDisabled, signIn, signInElsewhere } from '../identity/identity.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('singleSignOn');

export const flowOver = refusal.invalid(
  1211,
  'flowOver',
  '登录已过期，或不是从本浏览器发起，请重新登录',
  'This sign-in has expired or was not started in this browser; sign in again',
);
export const providerSilent = refusal.invalid(
  1212,
  'providerSilent',
  '无法连接身份提供方，请稍后再试或联系管理员',
  'The identity provider cannot be reached; try again later or contact an administrator',
);
export const providerRefused = refusal.invalid(
  1213,
  'providerRefused',
  '身份提供方拒绝了登录（{error}）',
  'The identity provider refused the sign-in ({error})',
);
export const proofInvalid = refusal.invalid(
  1214,
  'proofInvalid',
  '身份提供方的应答未通过校验，请联系管理员',
  'The identity provider’s answer failed verification; contact an administrator',
);
export const domainNotAllowed = refusal.invalid(
  1215,
  'domainNotAllowed',
  '您的邮箱域名不允许登录，或邮箱未验证',
  'Your e-mail domain may not sign in here, or your e-mail is not verified',
);
export const noSuchAccount = refusal.invalid(
  1216,
  'noSuchAccount',
  '没有与您的身份对应的账号，请联系管理员',
  'No account belongs to your identity; contact an administrator',
);
export const nameNotUsable = refusal.invalid(
  1217,
  'nameNotUsable',
  '无法用「{name}」创建账号：不符合账号规则或已被使用，请联系管理员',
  'An account “{name}” cannot be created: the name is not valid here or is taken; contact an administrator',
);
export const noMappedRole = refusal.invalid(
  1218,
  'noMappedRole',
  '您在身份提供方的用户组没有对应的角色，请联系管理员',
  'None of your groups at the identity provider is mapped to a role; contact an administrator',
);
export const tooManyGroups = refusal.invalid(
  1219,
  'tooManyGroups',
  '身份提供方没有发送您的全部用户组，请联系管理员改用应用角色',
  'The identity provider did not send all your groups; ask an administrator to use application roles instead',
);

/** The providers of a company by its code. A company without any and an unknown code have the same answer. */
export const readOffered = read({
  name: 'singleSignOn.offered',
  summary: text('可用的单点登录', 'Available single sign-on'),
  permission: 'public',
  scope: 'global',
  query: { company: z.string().min(1).max(64) },
  answer: z.array(z.object({ id: idSchema, name: z.string(), consoleOrigin: z.string() })),
  refusals: [tooMany],
  example: { query: { company: 'C0010' } },
});

/** Starts a sign-in. The browser keeps `binding` to itself and goes to `url`. */
export const beginSignIn = change({
  name: 'singleSignOn.begin',
  summary: text('开始单点登录', 'Start single sign-on'),
  permission: 'public',
  scope: 'global',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ providerId: idSchema }),
  answer: z.object({ url: z.string(), binding: z.string() }),
  refusals: [notFound, providerSilent, tooMany],
  example: { body: { providerId: '1' } },
});

/** Exchanges what the provider sent back for a session; a wrong or repeated one is refused. */
export const finishSignIn = change({
  name: 'singleSignOn.finish',
  summary: text('完成单点登录', 'Complete single sign-on'),
  permission: 'public',
  scope: 'global',
  // The room writes the log rows itself: the account is known only at the end, and refusals are recorded too.
  isRecorded: false,
  idempotency: 'none',
  operation: OperationType.values.SignInOut,
  body: z.strictObject({
    binding: z.string().min(1).max(100),
    /** The query part of the address the provider sent the browser to. */
    callback: z.string().min(1).max(8_000),
  }),
  /** As after a password: an account with two-step verification gets a ticket for `auth.loginTwoStep`. */
  answer: signIn.answer,
  refusals: [
    flowOver,
    providerSilent,
    providerRefused,
    proofInvalid,
    domainNotAllowed,
    noSuchAccount,
    nameNotUsable,
    noMappedRole,
    tooManyGroups,
    accountDisabled,
    signInElsewhere,
    tooMany,
  ],
  example: { body: { binding: 'c2FtcGxl', callback: '?code=1&state=2' } },
});
