import { expect, test } from 'vitest';
import { say, text } from './text.ts';

const sentence = text('已选 {n} 张卡', '{n} {n|card is|cards are} picked');

test.each([
  [0, '0 cards are picked'],
  [1, '1 card is picked'],
  ['1', '1 card is picked'],
  [1n, '1 card is picked'],
  [2, '2 cards are picked'],
  ['1,001', '1,001 cards are picked'],
])('English words follow the number %s', (n, said) => {
  expect(say(sentence, 'en', { n })).toBe(said);
  expect(say(sentence, 'zh_CN', { n })).toBe(`已选 ${n} 张卡`);
});

test('so do those of a sentence inside', () => {
  const unit = text('张卡', '{n|card|cards}');
  expect(say(text('已选 {n} {unit}', '{n} {unit} selected'), 'en', { n: '1', unit })).toBe('1 card selected');
  expect(say(text('已选 {n} {unit}', '{n} {unit} selected'), 'en', { n: '20', unit })).toBe('20 cards selected');
});

test('a fact that is missing stays visible', () => {
  expect(say(sentence, 'en')).toBe('{n} cards are picked');
});
