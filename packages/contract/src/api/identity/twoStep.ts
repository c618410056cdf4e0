import { loginPasswordSchema } from '@cardinal/primitives/password.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { notFound, tooMany } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { aboveYou, notOnYourself } from './accounts.ts';
import { accountDisabled, deviceSchema, signedInSchema, signInElsewhere, tooManyAttempts } from './identity.ts';

const refusal = refusalsOf('identity');

export const twoStepWrong = refusal.invalid(
  171,
  'twoStepWrong',
  '两步验证码错误或已使用',
  'Two-step code wrong or already used',
);
export const ticketOver = refusal.invalid(
  172,
  'ticketOver',
  '验证已过期，请重新输入密码',
  'Verification expired; enter your password again',
);
export const passwordWrong = refusal.invalid(173, 'passwordWrong', '密码错误', 'Wrong password');
export const twoStepIsOn = refusal.conflict(
  171,
  'twoStepIsOn',
  '两步验证已开启',
  'Two-step verification is already on',
);
export const twoStepIsOff = refusal.conflict(172, 'twoStepIsOff', '两步验证未开启', 'Two-step verification is not on');

/** Six digits of the authenticator, or a recovery code with or without its hyphens. */
export const twoStepCodeSchema = z
  .string()
  .min(6)
  .max(24)
  .regex(/^[0-9A-Za-z -]+$/);

/** The second half of signing in; a wrong code counts like a wrong password. */
export const signInTwoStep = change({
  name: 'auth.loginTwoStep',
  summary: text('登录（两步验证码）', 'Sign in (two-step code)'),
  permission: 'public',
  scope: 'global',
  // As in the first step.
  isRecorded: false,
  idempotency: 'none',
  operation: OperationType.values.SignInOut,
  body: z.strictObject({ ticket: z.string().min(1).max(64), code: twoStepCodeSchema, device: deviceSchema }),
  answer: signedInSchema,
  refusals: [ticketOver, twoStepWrong, tooManyAttempts, accountDisabled, signInElsewhere, tooMany],
  example: { body: { ticket: 'c2FtcGxl', code: '123456' } },
});

/** Creates a secret to scan; sign-in does not change until a code of it is confirmed. */
export const beginTwoStep = change({
  name: 'auth.beginTwoStep',
  summary: text('开始开启两步验证', 'Start enabling two-step verification'),
  path: '/api/auth/v1/two-step/begin',
  permission: 'accountInfo.view',
  scope: 'own',
  // It has no effect until it is confirmed.
  isRecorded: false,
  // The body contains a password and the answer a secret: neither is stored for retries.
  idempotency: 'none',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ password: loginPasswordSchema }),
  /** `uri` is the content of the QR code; `secret` the same for typing. */
  answer: z.object({ secret: z.string(), uri: z.string() }),
  refusals: [passwordWrong, tooManyAttempts, twoStepIsOn, tooMany],
  example: { body: { password: 'Cardinal@2026' } },
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Turns it on. The recovery codes are shown once; each replaces a code one time. */
export const confirmTwoStep = change({
  name: 'auth.confirmTwoStep',
  summary: text('开启两步验证', 'Enable two-step verification'),
  path: '/api/auth/v1/two-step/confirm',
  permission: 'accountInfo.view',
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ code: twoStepCodeSchema }),
  answer: recoveryCodes,
  refusals: [twoStepWrong, twoStepIsOn, twoStepIsOff, tooManyAttempts],
  example: { body: { code: '123456' } },
});

const proofBody = z.strictObject({ password: loginPasswordSchema, code: twoStepCodeSchema });
const proofRefusals = [passwordWrong, twoStepWrong, twoStepIsOff, tooManyAttempts, tooMany];

export const renewRecoveryCodes = change({
  name: 'auth.renewRecoveryCodes',
  summary: text('重新生成恢复码', 'Regenerate recovery codes'),
  path: '/api/auth/v1/two-step/recovery-codes',
  permission: 'accountInfo.view',
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.EditAccountRole,
  body: proofBody,
  answer: recoveryCodes,
  refusals: proofRefusals,
  example: { body: { password: 'Cardinal@2026', code: '123456' } },
});

/** Only with the password and a code: an unattended browser is not enough to turn it off. */
export const endTwoStep = change({
  name: 'auth.endTwoStep',
  summary: text('关闭两步验证', 'Disable two-step verification'),
  path: '/api/auth/v1/two-step/end',
  permission: 'accountInfo.view',
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.EditAccountRole,
  body: proofBody,
  answer: doneSchema,
  refusals: proofRefusals,
  example: { body: { password: 'Cardinal@2026', code: '123456' } },
});

/** For a lost device: the account signs in by its password again, and its sessions end. */
export const resetTwoStep = change({
  name: 'accounts.resetTwoStep',
  summary: text('解除账号的两步验证', 'Remove two-step verification from account'),
  permission: 'accountManagement.reset',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, notOnYourself, aboveYou, twoStepIsOff],
  example: { body: { id: '1008' } },
});
