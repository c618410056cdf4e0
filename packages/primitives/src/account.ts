import * as z from 'zod';
import { emailRule } from './email.ts';
import { phoneRule } from './phone.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { lengthProblem, missing } from './string.ts';

export const ACCOUNT_LENGTH = { min: 4, max: 32 } as const;

const wrongCharacters: Problem = problem(
  '账号只能是字母、数字和 . _ - @，以字母或数字开头',
  'Account must contain only letters, digits and . _ - @ and start with a letter or digit',
);
const wrongLength: Problem = lengthProblem(ACCOUNT_LENGTH.min, ACCOUNT_LENGTH.max);

/** A login name: 4 to 32 characters. Names from identity providers are often e-mail addresses. */
export const accountRule: Rule<string> = (value) => {
  if (value === '') return missing;
  if (value.length < ACCOUNT_LENGTH.min || value.length > ACCOUNT_LENGTH.max) return wrongLength;
  return /^[A-Za-z0-9][A-Za-z0-9._@-]*$/.test(value) ? undefined : wrongCharacters;
};

/** Two login names are one when they differ in the case of letters only. */
export const accountKey = (account: string): string => account.trim().toLowerCase();

/** What somebody types to sign in is a contact if it has the form of one, and otherwise a login name. */
export function signInKind(typed: string): 'phone' | 'email' | 'account' {
  if (phoneRule(typed) === undefined) return 'phone';
  return emailRule(typed) === undefined ? 'email' : 'account';
}

const isContact: Problem = problem(
  '账号名不能是手机号或邮箱；请填写为联系方式，验证后可用于登录',
  'Account cannot be a mobile number or an e-mail address; enter it as a contact, which can sign in once verified',
);

/** A new login name. With the form of a contact it would not sign in: that form means whoever the contact is verified for. */
export const newAccountRule: Rule<string> = (value) =>
  accountRule(value) ?? (signInKind(value) === 'account' ? undefined : isContact);

export const accountSchema = z
  .string()
  .check(ruled(newAccountRule))
  .meta({ minLength: ACCOUNT_LENGTH.min, maxLength: ACCOUNT_LENGTH.max, pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]*$' });
