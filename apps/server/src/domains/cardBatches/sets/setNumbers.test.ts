import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { expect, test } from 'vitest';
import { numbersOf, readNumber, titledColumns } from './setNumbers.ts';

const iccid = withCheckDigit('8986061234567890123');
const wrong = iccid.slice(0, 19) + ((Number(iccid[19]) + 1) % 10);
const row = (cells: string[], rowNumber = 2) => ({ rowNumber, cells, flaws: [] });

test.each([
  [iccid, 1, iccid, iccid.slice(0, 19)],
  [iccid.slice(0, 19), 1, iccid.slice(0, 19), iccid],
  [`${iccid.slice(0, 19)}f`, 1, iccid.slice(0, 19), iccid],
  [iccid.replace(/(.{4})/g, '$1 ').trim(), 1, iccid, iccid.slice(0, 19)],
  ['138-0013-8000', 2, '13800138000', null],
  ['+86 13800138000', 2, '13800138000', null],
  ['1064012345678', 2, '1064012345678', null],
  ['447700900123', 2, '447700900123', null],
  ['460011234567890', 3, '460011234567890', null],
  ['490154203237518', 3, '490154203237518', null],
  ['89049032123451234512345678901235', 4, '89049032123451234512345678901235', null],
])('%s is of kind %i', (cell, kind, value, other) => {
  expect(readNumber(cell)).toMatchObject({ kind, value, other, fault: null });
});

test.each(['', '12', '123456', '2026-01-01 10:00', '深圳仓', '12.50', 'ACTIVATED'])('«%s» is no number', (cell) => {
  expect(readNumber(cell)).toBeUndefined();
});

test('a wrong check digit is kept in mind and has no other spelling', () => {
  expect(readNumber(wrong)).toMatchObject({ value: wrong, other: null, isSuspect: true });
  expect(readNumber(iccid)?.isSuspect).toBe(false);
});

test('a heading chooses the columns; without one every cell is read', () => {
  const columns = titledColumns(row(['序号', 'ICCID', '用量(字节)', '业务号码'], 1));
  expect([...(columns ?? [])]).toEqual([1, 3]);
  expect(numbersOf(row(['1', iccid, '123456789', '13800138000']), columns).map((each) => each.kind)).toEqual([1, 2]);
  expect(titledColumns(row([iccid], 1))).toBeUndefined();
  expect(numbersOf(row(['1', iccid, '13800138000', '备注']), undefined).map((each) => each.kind)).toEqual([1, 2]);
});

test('a row without a number is told by its first cell, a damaged number by itself', () => {
  expect(numbersOf(row(['备件', '仓库']), undefined)).toMatchObject([{ typed: '备件', fault: 'notNumber' }]);
  const damaged = {
    rowNumber: 3,
    cells: ['8.98606E+19'],
    flaws: [{ column: 0, kind: 'damagedNumber' as const, problem: { text: { zh: '', en: '' } } }],
  };
  expect(numbersOf(damaged, undefined)).toMatchObject([{ typed: '8.98606E+19', fault: 'damagedNumber' }]);
});
