import type { Random } from '@cardinal/primitives/random.ts';

const SURNAMES = '王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗';
const GIVEN = [
  '伟',
  '芳',
  '娜',
  '敏',
  '静',
  '丽',
  '强',
  '磊',
  '军',
  '洋',
  '勇',
  '艳',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '秀英',
  '霞',
  '平',
  '建华',
  '文博',
  '子轩',
  '雨桐',
] as const;
const PREFIXES = ['138', '139', '150', '158', '186', '177'] as const;

/** A plausible personal name. */
export const personName = (random: Random): string =>
  `${SURNAMES[random.int(SURNAMES.length)]}${GIVEN[random.int(GIVEN.length)]}`;

/** A well-formed mobile number. */
export const phoneNumber = (random: Random): string =>
  `${PREFIXES[random.int(PREFIXES.length)]}${String(random.int(100_000_000)).padStart(8, '0')}`;
