import * as z from 'zod';
import type { Clock } from './clock.ts';
import { cutList, ID_CARD_LIST_CUT, itemsRule, LIST_MAX, listRule } from './list.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';
import { isDay } from './time.ts';
import { type Day, DEFAULT_ZONE, wallTimeIn } from './zone.ts';

export const ID_CARD_LENGTH = 18;

/** Provinces by the first two digits (GB/T 2260); 81 to 83 are permits of Hong Kong, Macao and Taiwan residents, 91 foreigners'. */
const PROVINCES: ReadonlySet<string> = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(
    ' ',
  ),
);
/** ISO 7064 MOD 11-2: weight i is 2^(17-i) mod 11. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK_CHARACTERS = '10X98765432';

const incorrect: Problem = problem('请输入正确的身份证号码', 'Please enter a correct ID number');
const notEighteen: Problem = problem('请使用 18 位身份证号码', 'Please use an 18-digit ID number');
const badBirthDate: Problem = problem('身份证号码中的出生日期无效', 'The birth date in the ID number is invalid');
const tooYoung: Problem = problem('年龄小于 {age} 岁', 'Age less than {age}');

export type IdCardOptions = {
  /** Today: the birth date must be in the past, and the age is computed from it. */
  clock: Clock;
  /** Youngest allowed age; no limit unless given. */
  minAge?: number;
  zone?: string;
};

/** The rule of an ID card number (GB 11643): 18 characters, province, birth date after 1900 and past, age, check digit. */
export function idCardRule(options: IdCardOptions): Rule<string> {
  const { clock, minAge, zone = DEFAULT_ZONE } = options;
  return (value) => {
    if (value === '') return missing;
    if (value.length !== ID_CARD_LENGTH) return notEighteen;
    const id = normalIdCard(value);
    if (!/^\d{17}[\dX]$/.test(id) || !PROVINCES.has(id.slice(0, 2))) return incorrect;
    const born = birthDay(id);
    const today = wallTimeIn(zone, clock.now());
    if (!isDay(born.year, born.month, born.day) || born.year < 1900 || orderOf(born) >= orderOf(today)) {
      return badBirthDate;
    }
    if (idCardCheckCharacter(id.slice(0, 17)) !== id[17]) return incorrect;
    return minAge !== undefined && ageOn(today, born) < minAge ? { ...tooYoung, facts: { age: minAge } } : undefined;
  };
}

/** The normal form for storage: a final x in upper case. */
export const normalIdCard = (typed: string): string => typed.trim().toUpperCase();

export function idCardSchema(options: IdCardOptions) {
  return z
    .string()
    .overwrite(normalIdCard)
    .check(ruled(idCardRule(options)))
    .meta({ minLength: ID_CARD_LENGTH, maxLength: ID_CARD_LENGTH, pattern: '^[0-9]{17}[0-9Xx]$' });
}

/** A typed list of up to 100 ID card numbers. */
export const idCardListRule = (options: IdCardOptions): Rule<string> =>
  listRule({ max: LIST_MAX, item: idCardRule(options) });
export const idCardsRule = (options: IdCardOptions): Rule<readonly string[]> =>
  itemsRule({ max: LIST_MAX, item: idCardRule(options) });

/** Cuts the typed text of an ID card list: 18 characters per item, 19,000 in total. */
export const cutIdCardList = (typed: string): string => cutList(typed, ID_CARD_LIST_CUT);

/** The check character that follows the first 17 digits. */
export function idCardCheckCharacter(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(first17[i]), 0);
  return CHECK_CHARACTERS.charAt(sum % 11);
}

/** The masked form of a number. */
export const maskedIdCard = (id: string): string => id.replace(/^(.{4}).*(.{4})$/, '$1**********$2');

function birthDay(id: string): Day {
  return { year: Number(id.slice(6, 10)), month: Number(id.slice(10, 12)), day: Number(id.slice(12, 14)) };
}

const orderOf = ({ year, month, day }: Day): number => (year * 100 + month) * 100 + day;

/** A person born on 29 February turns a year older on 1 March in other years. */
function ageOn(today: Day, born: Day): number {
  const hadBirthday = today.month * 100 + today.day >= born.month * 100 + born.day;
  return today.year - born.year - (hadBirthday ? 0 : 1);
}
