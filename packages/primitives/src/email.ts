import * as z from 'zod';
import { itemsRule, LIST_MAX, listRule } from './list.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { lengthProblem, missing } from './string.ts';

export const EMAIL_LENGTH = { min: 5, max: 50 } as const;

const wrongLength: Problem = lengthProblem(EMAIL_LENGTH.min, EMAIL_LENGTH.max);
const notAnEmail: Problem = problem('邮箱格式不正确', 'Invalid e-mail address');

/** Dot-separated words, an @, then a host name of at least two labels; the characters RFC 5322 lets stand unquoted. */
const FORM =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

/** 5 to 50 characters in the standard format. */
export const emailRule: Rule<string> = (value) => {
  if (value === '') return missing;
  if (value.length < EMAIL_LENGTH.min || value.length > EMAIL_LENGTH.max) return wrongLength;
  return FORM.test(value) ? undefined : notAnEmail;
};

export const emailSchema = z
  .string()
  .check(ruled(emailRule))
  .meta({ format: 'email', minLength: EMAIL_LENGTH.min, maxLength: EMAIL_LENGTH.max });

const emailList = { max: LIST_MAX, item: emailRule };
/** A typed list of up to 100 addresses. */
export const emailListRule: Rule<string> = listRule(emailList);
export const emailsRule: Rule<readonly string[]> = itemsRule(emailList);
export const emailsSchema = z.array(z.string()).check(ruled(emailsRule)).meta({ minItems: 1, maxItems: LIST_MAX });

/** The masked form: the first character and the host. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***');
