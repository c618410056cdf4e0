import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { lengthProblem, missing } from './string.ts';

export const ACCOUNT_LENGTH = { min: 4, max: 32 } as const;

const wrongCharacters: Problem = problem(
  '账号只能是字母、数字和 . _ - @，以字母或数字开头',
  'Account must contain only letters, digits and . _ - @ and start with a letter or digit',
);
const wrongLength: Problem = lengthProblem(ACCOUNT_LENGTH.min, ACCOUNT_LENGTH.max);

/** A login name: 4 to 32 characters, so that phone numbers and short e-mail addresses are names too. */
export const accountRule: Rule<string> = (value) => {
  if (value === '') return missing;
  if (value.length < ACCOUNT_LENGTH.min || value.length > ACCOUNT_LENGTH.max) return wrongLength;
  return /^[A-Za-z0-9][A-Za-z0-9._@-]*$/.test(value) ? undefined : wrongCharacters;
};

/** Two login names are one when they differ in the case of letters only. */
export const accountKey = (account: string): string => account.trim().toLowerCase();

export const accountSchema = z
  .string()
  .check(ruled(accountRule))
  .meta({ minLength: ACCOUNT_LENGTH.min, maxLength: ACCOUNT_LENGTH.max, pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]*$' });
