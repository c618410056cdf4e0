import * as z from 'zod';
import { cutList, itemsRule, listRule, NUMBER_LIST_MAX } from './list.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';

/** Carrier families by the ids of the specification; their names in both languages stand in the contract. */
export const PLATFORM = { Lt: 1, Yd: 2, Dx: 3, thirdParty: 4, other: 5, Gj: 6, eSIM: 7, Gd: 8, unknown: -1 } as const;
export type PlatformId = (typeof PLATFORM)[keyof typeof PLATFORM];

const PLATFORM_BY_PREFIX: ReadonlyMap<string, PlatformId> = new Map([
  ['898601', PLATFORM.Lt],
  ['898606', PLATFORM.Lt],
  ['898609', PLATFORM.Lt],
  ['898600', PLATFORM.Yd],
  ['898602', PLATFORM.Yd],
  ['898604', PLATFORM.Yd],
  ['898607', PLATFORM.Yd],
  ['898603', PLATFORM.Dx],
  ['898611', PLATFORM.Dx],
  ['898608', PLATFORM.unknown],
]);

/** The significant digits of Lt numbers; the 20th is a check digit that is often omitted. */
export const LT_COMPARED = 19;

const notAlphanumeric: Problem = problem('ICCID 只能是字母和数字', 'ICCID must contain only letters and digits');
const wrongLength: Problem = problem('ICCID 长度应为 19 到 20 位', 'ICCID must be 19 to 20 characters');

/** Letters and digits, 19 to 20 of them. */
export const iccidRule: Rule<string> = (value) => {
  if (value === '') return missing;
  if (value.length < 19 || value.length > 20) return wrongLength;
  return /^[A-Za-z0-9]+$/.test(value) ? undefined : notAlphanumeric;
};

/** International cards also come with 32 characters. */
export const internationalIccidRule: Rule<string> = (value) => {
  if (value.length !== 32) return iccidRule(value);
  return /^[A-Za-z0-9]+$/.test(value) ? undefined : notAlphanumeric;
};

/** The normal form of an ICCID, for storage and comparison: trimmed, upper case. */
export const normalIccid = (typed: string): string => typed.trim().toUpperCase();

/** Like `normalIccid`, without the `F` that pads a 19-digit number in carriers' files. */
export function iccidOfFile(cell: string): string {
  const iccid = normalIccid(cell);
  return /^\d{19}F$/.test(iccid) ? iccid.slice(0, 19) : iccid;
}

export const iccidSchema = z
  .string()
  .overwrite(normalIccid)
  .check(ruled(iccidRule))
  .meta({ minLength: 19, maxLength: 20, pattern: '^[A-Za-z0-9]{19,20}$', examples: ['89860600000000000013'] });

export const internationalIccidSchema = z
  .string()
  .overwrite(normalIccid)
  .check(ruled(internationalIccidRule))
  .meta({ pattern: '^([A-Za-z0-9]{19,20}|[A-Za-z0-9]{32})$' });

const iccidList = { max: NUMBER_LIST_MAX, item: iccidRule };
/** A typed list of up to 1,000 ICCIDs. */
export const iccidListRule: Rule<string> = listRule(iccidList);
export const iccidsRule: Rule<readonly string[]> = itemsRule(iccidList);
export const iccidsSchema = z
  .array(z.string().overwrite(normalIccid))
  .check(ruled(iccidsRule))
  .meta({ minItems: 1, maxItems: NUMBER_LIST_MAX });

/** Cuts the typed text of an ICCID list: 20 characters per item, 21,000 in total. */
export const cutIccidList = (typed: string): string => cutList(typed);

/**
 * The carrier family of a prefix: -1 for 898608, which belongs to no certain carrier, and undefined for prefixes not in the
 * table; there is no guessing.
 */
export function platformOfIccid(iccid: string): PlatformId | undefined {
  return PLATFORM_BY_PREFIX.get(iccid.slice(0, 6));
}

/**
 * The key that all spellings of one card share: for Lt the first 19 characters, else the whole. Without a platform the prefix
 * decides.
 */
export function iccidKey(iccid: string, platform: PlatformId | undefined = platformOfIccid(iccid)): string {
  const normal = normalIccid(iccid);
  return platform === PLATFORM.Lt ? normal.slice(0, LT_COMPARED) : normal;
}

/** The Luhn check digit of these digits. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Adds the check digit to an ICCID of 19 digits; anything else stays unchanged. */
export function withCheckDigit(iccid: string): string {
  return /^\d{19}$/.test(iccid) ? iccid + luhnDigit(iccid) : iccid;
}

/**
 * Whether the 20th digit is the check digit of the first 19; undefined if there is none. Only a warning: real cards lack the
 * digit or contain letters.
 */
export function hasRightCheckDigit(iccid: string): boolean | undefined {
  return /^\d{20}$/.test(iccid) ? luhnDigit(iccid.slice(0, 19)) === iccid[19] : undefined;
}

/** The spellings of an ICCID: with and without its check digit. */
export const spellingsOf = (iccid: string): string[] => [
  ...new Set([iccid, withCheckDigit(iccid), iccid.length === 20 ? iccid.slice(0, 19) : iccid]),
];
