import * as z from 'zod';
import { luhnDigit } from './iccid.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';

const notAnImei: Problem = problem('IMEI 应为 14 到 17 位数字', 'IMEI must be 14 to 17 digits');

/** 14 digits without check digit, 15 with it, 16 and 17 with software version. */
export const imeiRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return /^\d{14,17}$/.test(value) ? undefined : notAnImei;
};

export const imeiSchema = z
  .string()
  .check(ruled(imeiRule))
  .meta({ pattern: '^[0-9]{14,17}$', examples: ['490154203237518'] });

/** The key that all spellings of one device share: the 14 digits before check digit and software version. */
export const imeiKey = (imei: string): string => imei.slice(0, 14);

/** Whether the 15th of 15 digits is the check digit; undefined for other lengths. Only a warning. */
export function hasRightImeiCheckDigit(imei: string): boolean | undefined {
  return /^\d{15}$/.test(imei) ? luhnDigit(imei.slice(0, 14)) === imei[14] : undefined;
}
