import * as z from 'zod';
import { itemsRule, LIST_MAX, listRule } from './list.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';

export const PHONE_LENGTH = 11;

const notAPhone: Problem = problem('请输入正确的 11 位手机号', 'Enter a valid 11-digit mobile number');

/** A mobile number of the mainland: 1, then 3 to 9, then nine digits. */
export const phoneRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return /^1[3-9]\d{9}$/.test(value) ? undefined : notAPhone;
};

const notCallable: Problem = problem(
  '请输入正确的手机号（11 位）或固定电话（区号-号码）',
  'Enter a valid mobile number (11 digits) or landline (area code-number)',
);

/** A phone number: a mobile number, or a fixed line with its area code. */
export const callNumberRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return phoneRule(value) === undefined || /^0\d{2,3}-?[2-9]\d{6,7}$/.test(value) ? undefined : notCallable;
};

export const phoneSchema = z
  .string()
  .check(ruled(phoneRule))
  .meta({ pattern: '^1[3-9][0-9]{9}$', examples: ['13800138000'] });

const phoneList = { max: LIST_MAX, item: phoneRule };
/** A typed list of up to 100 mobile numbers. */
export const phoneListRule: Rule<string> = listRule(phoneList);
export const phonesRule: Rule<readonly string[]> = itemsRule(phoneList);
export const phonesSchema = z.array(z.string()).check(ruled(phonesRule)).meta({ minItems: 1, maxItems: LIST_MAX });

/** The masked form of a number. */
export const maskedPhone = (phone: string): string => phone.replace(/^(\d{3})\d{4}(?=\d{4}$)/, '$1****');
