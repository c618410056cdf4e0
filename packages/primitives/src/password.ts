import * as z from 'zod';
import { accountKey } from './account.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { lengthProblem, missing } from './string.ts';

export const PASSWORD_LENGTH = { min: 6, max: 16 } as const;

const wrongLength: Problem = lengthProblem(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max);
const notMixed: Problem = problem(
  '密码须同时包含字母、数字和特殊符号',
  'Password must contain letters, digits and special characters',
);
const wrongCharacters: Problem = problem(
  '密码只能是字母、数字和特殊符号，不能有空格',
  'Password can contain only letters, digits and special characters, no spaces',
);
const common: Problem = problem('密码过于常见，请更换', 'This password is too common; choose another');
const likeAccount: Problem = problem('密码不能与账号相同', 'Password cannot be the account name');
const notConfirmed: Problem = problem('两次输入的密码不一致', 'The two passwords do not match');

/** The rule of the login form: 6 to 16 characters. Older passwords may contain anything. */
export const loginPasswordRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return value.length < PASSWORD_LENGTH.min || value.length > PASSWORD_LENGTH.max ? wrongLength : undefined;
};

/** The rule of new passwords: 6 to 16 characters with letters, digits and special characters, and not a common one. */
export const newPasswordRule: Rule<string> = (value) => {
  const found = loginPasswordRule(value);
  if (found) return found;
  if (!/^[!-~]+$/.test(value)) return wrongCharacters;
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value) || !/[^A-Za-z0-9]/.test(value)) return notMixed;
  return isCommonPassword(value) ? common : undefined;
};

/** Like `newPasswordRule`, for a known account: its name is refused, ignoring case. */
export function newPasswordRuleOf(account: string): Rule<string> {
  return (value) => newPasswordRule(value) ?? (accountKey(value) === accountKey(account) ? likeAccount : undefined);
}

/** The second typing of a password. */
export function confirmationRule(password: string): Rule<string> {
  return (again) => {
    if (again === '') return missing;
    return again === password ? undefined : notConfirmed;
  };
}

const lengths = { minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max, format: 'password' } as const;
export const loginPasswordSchema = z.string().check(ruled(loginPasswordRule)).meta(lengths);
export const newPasswordSchema = z.string().check(ruled(newPasswordRule)).meta(lengths);
