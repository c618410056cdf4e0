import { expect, test } from 'vitest';
import { isAsAsked, listAfter, listAsTold, whiteListWords } from './whiteList.ts';

const mother = { number: '13800000001', remark: '妈妈' };
const desk = { number: '010-62345678', remark: null };
const card = { white_list: [mother, desk], white_list_count: 2 };

test('what the carrier tells is the list; what a number is to us stays with it', () => {
  expect(listAsTold(card, ['13800000001', '13800000009', '13800000009'])).toEqual({
    white_list: [mother, { number: '13800000009', remark: null }],
    white_list_count: 2,
  });
});

test('a change takes numbers off and puts numbers on, each once, with its new remark', () => {
  const add = [{ number: '13800000001', remark: '母亲' }];
  expect(listAfter(card, { add, remove: ['010-62345678'] })).toEqual({ white_list: add, white_list_count: 1 });
  expect(listAfter({ white_list: null, white_list_count: null }, { add, remove: [] }).white_list_count).toBe(1);
});

test('a list is as asked when all of the added are there and none of the removed', () => {
  const change = { add: [mother], remove: ['010-62345678'] };
  expect(isAsAsked(['13800000001'], change)).toBe(true);
  expect(isAsAsked(['13800000001', '010-62345678'], change)).toBe(false);
  expect(isAsAsked([], change)).toBe(false);
  expect(whiteListWords(JSON.stringify(change)).en).toBe('added 13800000001; removed 010-62345678');
});
