import * as z from 'zod';
import { itemsRule, listRule, NUMBER_LIST_MAX } from './list.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { lengthProblem, missing } from './string.ts';

export const EID_LENGTH = { min: 14, max: 64 } as const;

const wrongLength: Problem = lengthProblem(EID_LENGTH.min, EID_LENGTH.max);
const notAlphanumeric: Problem = problem('EID 只能是字母和数字', 'EID must contain only letters and digits');

/** 14 to 64 letters and digits. A real EID has 32 digits; whether its check digits are right is a warning only. */
export const eidRule: Rule<string> = (value) => {
  if (value === '') return missing;
  if (value.length < EID_LENGTH.min || value.length > EID_LENGTH.max) return wrongLength;
  return /^[A-Za-z0-9]+$/.test(value) ? undefined : notAlphanumeric;
};

const eidList = { max: NUMBER_LIST_MAX, item: eidRule };
/** A typed list of up to 1,000 EIDs. */
export const eidListRule: Rule<string> = listRule(eidList);
export const eidsRule: Rule<readonly string[]> = itemsRule(eidList);

/** The normal form of an EID, for storage and comparison. */
export const normalEid = (typed: string): string => typed.trim().toUpperCase();

export const eidSchema = z
  .string()
  .overwrite(normalEid)
  .check(ruled(eidRule))
  .meta({
    minLength: EID_LENGTH.min,
    maxLength: EID_LENGTH.max,
    pattern: '^[A-Za-z0-9]{14,64}$',
    examples: ['89049032123451234512345678901235'],
  });
export const eidsSchema = z
  .array(z.string().overwrite(normalEid))
  .check(ruled(eidsRule))
  .meta({ minItems: 1, maxItems: NUMBER_LIST_MAX });

/** The two check digits after the first 30 digits of an EID (SGP.02: the whole modulo 97 is 1). */
export function eidCheckDigits(first30: string): string {
  return String(98n - ((BigInt(first30) * 100n) % 97n)).padStart(2, '0');
}

/** Whether the last two of 32 digits are the check digits; undefined for other lengths. */
export function hasRightEidCheckDigits(eid: string): boolean | undefined {
  return /^\d{32}$/.test(eid) ? BigInt(eid) % 97n === 1n : undefined;
}
