import { emailSchema } from '@cardinal/primitives/email.ts';
import { confirmationRule, loginPasswordSchema, newPasswordSchema } from '@cardinal/primitives/password.ts';
import { phoneSchema } from '@cardinal/primitives/phone.ts';
import { productNameSchema, verificationCodeSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind, Edition } from '../../enumerations/customer.ts';
import { EndReason } from '../../enumerations/identity.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { notFound, tooMany } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { verbs } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('identity');

const instant = z.iso.datetime({ offset: true });

/** The same message for an unknown account, a wrong password and a disabled account with a wrong password. */
export const signInRefused = refusal.invalid(101, 'signInRefused', '账号或密码错误', 'Wrong account or password');
export const captchaRefused = refusal.invalid(
  102,
  'captchaRefused',
  '验证码错误或已过期',
  'Verification code wrong or expired',
);
/** By typed name, account and address, so that an unknown name is locked in the same way as a known one. */
export const tooManyAttempts = refusal.invalid(
  105,
  'tooManyAttempts',
  '尝试次数过多，{n} 分钟后再试',
  'Too many attempts, try again in {n} {n|minute|minutes}',
);
/** Only with the right password, so that nobody else learns that the account exists. */
export const accountDisabled = refusal.invalid(106, 'accountDisabled', '账号已停用', 'Account disabled');
/** Only with the right password: the customer restricts its accounts to some addresses. */
export const signInElsewhere = refusal.invalid(
  107,
  'signInElsewhere',
  '当前 IP 不允许登录，请联系管理员',
  'Sign-in is not allowed from your IP address; contact an administrator',
);
/** Only with the right password: the customer's accounts sign in by its identity provider. */
export const passwordSignInClosed = refusal.invalid(
  108,
  'passwordSignInClosed',
  '贵公司已关闭密码登录，请使用单点登录',
  'Your company has closed password sign-in; use single sign-on',
);
export const oldPasswordWrong = refusal.invalid(103, 'oldPasswordWrong', '原密码错误', 'Old password is wrong');
export const samePassword = refusal.invalid(
  104,
  'samePassword',
  '新密码不能与原密码相同',
  'New password must differ from the old one',
);

/**
 * A captcha for sign-in: consumed by any attempt, valid for 120 seconds. `form=text` returns a question instead of the picture,
 * for users who cannot see it; the protection is single use and rate, not the drawing.
 */
export const readCaptcha = read({
  name: 'auth.captcha',
  summary: text('获取验证码', 'Get a verification code'),
  permission: 'public',
  scope: 'global',
  query: { form: z.enum(['image', 'text']).optional() },
  answer: z.object({
    captchaId: idSchema,
    /** A data URL of an SVG picture; null for a text question. */
    image: z.string().nullable(),
    question: z.string().nullable(),
    expiresAt: instant,
  }),
  refusals: [tooMany],
});

/** The accounts a demonstration can be entered with. The path exists only while the demo is on, so never in production. */
export const listDemoAccounts = read({
  name: 'auth.demoAccounts',
  summary: text('演示账号', 'Demo accounts'),
  permission: 'public',
  scope: 'global',
  answer: z.object({
    password: z.string(),
    accounts: z.array(z.object({ account: z.string(), zh: z.string(), en: z.string() })),
  }),
  refusals: [notFound],
});

const signedInShape = {
  expiresAt: instant,
  account: z.object({ id: idSchema, account: z.string(), name: z.string() }),
  customer: z.object({
    id: idSchema,
    name: z.string(),
    code: z.string(),
    kind: CustomerKind.schema,
    editions: z.array(Edition.schema),
  }),
  /** Empty: the account can only change its password, and an administrator must assign a role. */
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  mustChangePassword: z.boolean(),
  /** A customer's view: `customer` is the viewed one, and nothing can be changed. */
  isViewing: z.boolean(),
};
/** A session with its account. `device` is to be sent with the next sign-in from here. */
export const signedInSchema = z.object({ token: z.string(), device: z.string(), ...signedInShape });
/** What an earlier sign-in from this device returned: strangers' wrong passwords never lock it out. */
export const deviceSchema = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional();

export const signIn = change({
  name: 'auth.login',
  summary: verbs.signIn,
  permission: 'public',
  scope: 'global',
  // The room writes the log row itself: the account is known only at the end, and a lock is recorded too.
  isRecorded: false,
  idempotency: 'none',
  operation: OperationType.values.SignInOut,
  body: z.strictObject({
    account: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .regex(/^\P{Cc}*$/u),
    password: loginPasswordSchema,
    captchaId: idSchema,
    captchaCode: verificationCodeSchema,
    /** 30 days and 7 days idle, instead of 24 hours and 2 hours idle. */
    remember: z.boolean().optional(),
    device: deviceSchema,
  }),
  /** Without a token the account requires a second step: send the ticket to `auth.loginTwoStep` with a code. */
  answer: z.union([signedInSchema, z.object({ token: z.null(), ticket: z.string(), expiresAt: instant })]),
  refusals: [
    captchaRefused,
    signInRefused,
    tooManyAttempts,
    accountDisabled,
    signInElsewhere,
    passwordSignInClosed,
    tooMany,
  ],
  example: { body: { account: 'agent', password: 'Cardinal@2026', captchaId: '1', captchaCode: '1234' } },
});

export const signOut = change({
  name: 'auth.logout',
  summary: text('退出登录', 'Sign out'),
  permission: 'authenticated',
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.SignInOut,
  answer: doneSchema,
  duringForcedChange: true,
  whileViewing: true,
});

/** The caller's account: the console reads it at the start and when permissions have changed. */
export const readMe = read({
  name: 'auth.me',
  summary: text('当前登录信息', 'Current sign-in'),
  permission: 'authenticated',
  scope: 'own',
  answer: z.object({
    sessionId: idSchema,
    ...signedInShape,
    /** The target of `/` by the effective menu set, if the account may open it; null: the home page. */
    home: z.string().nullable(),
  }),
  duringForcedChange: true,
});

/** Ends every other session of the account; this one stays. */
export const changePassword = change({
  name: 'auth.changePassword',
  summary: verbs.changePassword,
  permission: 'authenticated',
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.EditAccountRole,
  body: z
    .strictObject({
      oldPassword: loginPasswordSchema,
      newPassword: newPasswordSchema,
      confirmation: z.string().max(64),
    })
    .check((payload) => {
      const { newPassword, confirmation } = payload.value;
      const found = confirmationRule(newPassword)(confirmation);
      if (!found) return;
      payload.issues.push({
        code: 'custom',
        path: ['confirmation'],
        input: confirmation,
        message: found.text.en,
        params: { problem: found },
      });
    }),
  answer: doneSchema,
  refusals: [oldPasswordWrong, samePassword, tooManyAttempts, tooMany],
  example: {
    body: { oldPassword: 'Cardinal@2026', newPassword: 'Cardinal#2027', confirmation: 'Cardinal#2027' },
  },
  duringForcedChange: true,
});

export const sessionSchema = z.object({
  id: idSchema,
  isThis: z.boolean(),
  /** A view of a customer below. */
  isView: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  address: z.string(),
  device: z.string(),
  endedAt: instant.nullable(),
  endReason: EndReason.schema.nullable(),
});

/** The caller's account as on the screen /permission/accountInfo; phone and e-mail are masked. */
export const readAccountInfo = read({
  name: 'auth.accountInfo',
  summary: text('我的账号信息', 'My account'),
  permission: 'accountInfo.view',
  scope: 'own',
  answer: z.object({
    account: z.string(),
    name: z.string(),
    phone: z.string().nullable(),
    /** Null: it does not sign in. */
    phoneVerifiedAt: instant.nullable(),
    email: z.string().nullable(),
    emailVerifiedAt: instant.nullable(),
    customer: signedInShape.customer.extend({
      path: z.array(z.object({ id: idSchema, name: z.string() })),
    }),
    roles: z.array(z.object({ id: idSchema, name: z.string(), description: z.string() })),
    permissions: z.array(z.object({ id: z.string(), zh: z.string(), en: z.string(), subject: z.string() })),
    passwordChangedAt: instant,
    /** Null while two-step sign-in is off. */
    twoStep: z.object({ since: instant, recoveryCodesLeft: z.number().int() }).nullable(),
    sessions: z.array(sessionSchema),
    lastSignIns: z.array(z.object({ at: instant, address: z.string(), result: z.string() })),
  }),
});

export const endMySessions = change({
  name: 'auth.endSessions',
  summary: text('结束我的其他会话', 'End my other sessions'),
  permission: 'accountInfo.view',
  scope: 'own',
  operation: OperationType.values.SignInOut,
  /** Without ids: all but this one. */
  body: z.strictObject({ sessionIds: z.array(idSchema).max(100).optional() }),
  answer: z.object({ ended: z.number().int() }),
  example: { body: {} },
});

export const editMyProfile = change({
  name: 'auth.editProfile',
  summary: text('修改我的资料', 'Edit profile'),
  path: '/api/auth/v1/profile',
  permission: 'accountInfo.view',
  scope: 'own',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({
    name: productNameSchema,
    phone: phoneSchema.nullable().optional(),
    email: emailSchema.nullable().optional(),
  }),
  answer: doneSchema,
  example: { body: { name: '张伟' } },
});
