import type { Random } from '@cardinal/primitives/random.ts';
import type { Language } from '@cardinal/primitives/text.ts';

const SURNAMES = '王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗';
const NUMERALS = '一二三四五六七八九';
const GIVEN = [
  'Ada',
  'Ben',
  'Cleo',
  'Dan',
  'Eva',
  'Finn',
  'Gus',
  'Hana',
  'Ivo',
  'Jo',
  'Kim',
  'Leo',
  'Mia',
  'Ned',
  'Ola',
  'Pia',
  'Quin',
  'Rex',
  'Sam',
  'Tess',
] as const;
const FAMILY = ['Sample', 'Example', 'Specimen', 'Placeholder', 'Testcase', 'Mockup'] as const;
const PREFIXES = ['138', '139', '150', '158', '186', '177'] as const;

/** A name everybody sees to be made up, such as 王十三 or Ada Sample. */
export function personName(random: Random, language: Language): string {
  const first = random.int(GIVEN.length);
  const second = random.int(24);
  if (language === 'en') return `${GIVEN[first]} ${FAMILY[second % FAMILY.length]}`;
  return `${SURNAMES[first]}十${NUMERALS[second % NUMERALS.length]}`;
}

/** A well-formed mobile number. */
export const phoneNumber = (random: Random): string =>
  `${PREFIXES[random.int(PREFIXES.length)]}${String(random.int(100_000_000)).padStart(8, '0')}`;
