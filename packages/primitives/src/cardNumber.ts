import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';

/** The longest searchable number: an EID. */
const LONGEST = 64;

const tooShort: Problem = problem('卡号至少 4 位数字', 'Card number must have at least 4 digits');
const notWhole: Problem = problem('卡号应为 20 位数字', 'Card number must have exactly 20 digits');

/** A complete number or a part of it: at least 4 digits. */
export const cardNumberRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return /^\d{4,}$/.test(value) && value.length <= LONGEST ? undefined : tooShort;
};

/** A whole card number: exactly 20 digits. */
export const wholeCardNumberRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return /^\d{20}$/.test(value) ? undefined : notWhole;
};

export const cardNumberSchema = z.string().check(ruled(cardNumberRule)).meta({ pattern: '^[0-9]{4,64}$' });
export const wholeCardNumberSchema = z.string().check(ruled(wholeCardNumberRule)).meta({ pattern: '^[0-9]{20}$' });
