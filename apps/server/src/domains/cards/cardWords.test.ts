import { expect, test } from 'vitest';
import { wordsIn } from './cardWords.ts';

test('stored words are read in the language of the reader; those a person wrote, and those from before, as they are', () => {
  expect(wordsIn('zh_CN', '机卡分离', 'IMEI changed')).toBe('机卡分离');
  expect(wordsIn('en', '机卡分离', 'IMEI changed')).toBe('IMEI changed');
  expect(wordsIn('en', '客户报停', null)).toBe('客户报停');
  expect(wordsIn('en', null, null)).toBeNull();
});
