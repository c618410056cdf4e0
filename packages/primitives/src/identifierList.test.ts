import { expect, it } from 'vitest';
import { identifierListRule, identifiersOf, mostIdentifiers } from './identifierList.ts';
import { say } from './text.ts';

const iccid = (n: number) => `8986060000000000${String(n).padStart(4, '0')}`;
const words = (kind: number, typed: string, language: 'zh_CN' | 'en' = 'zh_CN') => {
  const found = identifierListRule(kind)(typed);
  return found && say(found.text, language, found.facts);
};

it('names what is no number of its kind by position and reason', () => {
  expect(words(1, `${iccid(1)},${iccid(2).slice(0, 19)}，12345\n${iccid(3)},1`)).toBe(
    '第 3、5 项：ICCID 长度应为 19 到 20 位',
  );
  expect(words(1, `${iccid(1)},123`, 'en')).toBe('Item 2: ICCID must be 19 to 20 characters');
  expect(words(4, '86012345678901,abc')).toBe('第 2 项：IMEI 应为 14 到 17 位数字');
  expect(words(5, '460011234567890,46001')).toBe('第 2 项：IMSI 应为 14 或 15 位数字');
  expect(words(6, '1234')).toBe('第 1 项：长度应为 14 到 64 位');
  expect(words(2, '1064,A-1')).toBeUndefined();
});

it('is never empty, and takes a thousand ICCIDs and EIDs, a hundred of any other kind', () => {
  expect(words(1, ' , ')).toBe('列表不能为空');
  const many = (n: number) => Array.from({ length: n }, (_, at) => iccid(at)).join(',');
  expect(words(1, many(1_000))).toBeUndefined();
  expect(words(1, many(1_001))).toBe('最多 1000 项，现有 1001 项');
  expect([1, 2, 3, 4, 5, 6].map(mostIdentifiers)).toEqual([1_000, 100, 100, 100, 100, 1_000]);
  expect(mostIdentifiers(0)).toBe(1_000);
});

it('compares in capital letters', () => {
  expect(identifiersOf('ab12, cd34')).toEqual(['AB12', 'CD34']);
});

it('takes numbers of any kinds together, as they are pasted from a chat or from the cells of a sheet', () => {
  const typed = `${iccid(1)}\t460011234567890\n8986 0600 0000 0000 0002, 13800138000；${iccid(1)} ${iccid(3)}\nab1234`;
  expect(identifiersOf(typed, 0)).toEqual([
    iccid(1),
    '460011234567890',
    '89860600000000000002',
    '13800138000',
    iccid(3),
    'AB1234',
  ]);
  expect(words(0, typed)).toBeUndefined();
  expect(words(0, `${iccid(1)},深圳仓,12`)).toBe('第 2、3 项：不是号码');
});
