import { expect, test } from 'vitest';
import { readNumberLines, readNumbers, writeNumberLines } from './whiteListText.ts';

test('a line is a number and, behind a space, its remark; empty lines are none', () => {
  const numbers = readNumberLines(' 13800000001  妈妈 家 \n\n010-62345678\n13800000002，13800000003 李');
  expect(numbers).toEqual([
    { number: '13800000001', remark: '妈妈 家' },
    { number: '010-62345678', remark: null },
    { number: '13800000002', remark: null },
    { number: '13800000003', remark: '李' },
  ]);
  expect(readNumberLines(writeNumberLines(numbers))).toEqual(numbers);
  expect(readNumbers('13800000001 妈妈\n13800000002')).toEqual(['13800000001', '13800000002']);
});
