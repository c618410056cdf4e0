import * as z from 'zod';
import { iccidRule, normalIccid } from './iccid.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';

/**
 * The forms an ICCID field of the form builder takes beside the ordinary 19 to 20 characters: the codes of partners'
 * and devices' cards that have no ICCID of their own.
 *
 * | form     | typed                                              | kept                    |
 * |----------|----------------------------------------------------|-------------------------|
 * | hex10    | 10 hexadecimal characters                          | `CODE_` and the code    |
 * | lettered | 2 letters, 8 to 9 digits, a number from 1 to 100   | as typed                |
 * | numeric  | 15 to 17 digits                                    | as typed                |
 * | hex18    | 10 hexadecimal characters and their check segment  | `CODE_` and the first 10 |
 * | hex28    | 20 hexadecimal characters and their check segment  | `CODE_` and the first 20 |
 *
 * Three things the specification leaves open are decided here. «1 to 100» is a decimal number without leading zero
 * at the end of the code. The prefix is `CODE_`, which no ordinary ICCID can begin with, for it has no underscore. The
 * check segment is the last 8 characters: FNV-1a (32 bit) over the capital ASCII code before it, in hexadecimal:
 * `0123456789` has `F9808FF2`, `0123456789ABCDEF0123` has `F6410509`. As
 * the segment only guards against mistyping, it is not kept: a code of 10 with and without it is one card.
 */
export type IccidForm = 'plain' | 'hex10' | 'lettered' | 'numeric' | 'hex18' | 'hex28';

export const CODE_PREFIX = 'CODE_';
const CHECK_LENGTH = 8;

/** The normal form of a typed code; undefined if it has none of the forms or a wrong check segment. */
export function readIccidForm(typed: string): { form: IccidForm; value: string } | undefined {
  const code = normalIccid(typed);
  const form = formOf(code);
  if (!form || !hasRightCheckSegment(code, form)) return undefined;
  if (form === 'hex10') return { form, value: CODE_PREFIX + code };
  if (form === 'hex18' || form === 'hex28') return { form, value: CODE_PREFIX + code.slice(0, -CHECK_LENGTH) };
  return { form, value: code };
}

/** The check segment of a code of 10 or 20 hexadecimal characters. */
export function checkSegmentOf(code: string): string {
  let hash = 0x811c9dc5;
  for (const character of code.toUpperCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(16).toUpperCase().padStart(CHECK_LENGTH, '0');
}

const unknownForm: Problem = problem('ICCID 格式不正确', 'Invalid ICCID format');
const wrongCheckSegment: Problem = problem('ICCID 校验段不正确', 'ICCID check segment does not match');

/** One of the builder's forms, or an ordinary ICCID. The stored form (`CODE_…`) passes too. */
export const iccidFormRule: Rule<string> = (typed) => {
  if (typed === '') return missing;
  const code = normalIccid(typed);
  if (/^CODE_([0-9A-F]{10}|[0-9A-F]{20})$/.test(code)) return undefined;
  const form = formOf(code);
  if (!form) return unknownForm;
  return hasRightCheckSegment(code, form) ? undefined : wrongCheckSegment;
};

/** Keeps what the form is converted to. */
export const iccidFormSchema = z
  .string()
  .check(ruled(iccidFormRule))
  .overwrite((typed) => readIccidForm(typed)?.value ?? normalIccid(typed));

function formOf(code: string): IccidForm | undefined {
  if (/^[0-9A-F]{10}$/.test(code)) return 'hex10';
  if (/^[A-Z]{2}\d{8,9}(100|[1-9]\d?)$/.test(code)) return 'lettered';
  if (/^\d{15,17}$/.test(code)) return 'numeric';
  if (/^[0-9A-F]{18}$/.test(code)) return 'hex18';
  if (/^[0-9A-F]{28}$/.test(code)) return 'hex28';
  return iccidRule(code) === undefined ? 'plain' : undefined;
}

function hasRightCheckSegment(code: string, form: IccidForm): boolean {
  if (form !== 'hex18' && form !== 'hex28') return true;
  return checkSegmentOf(code.slice(0, -CHECK_LENGTH)) === code.slice(-CHECK_LENGTH);
}
