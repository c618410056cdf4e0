import { expect, it } from 'vitest';
import { spanWords } from './spanWords.ts';

it.each([
  [0, '0 秒', '0 s'],
  [300, '5 分钟', '5 min'],
  [5_400, '1 小时 30 分钟', '1 h 30 min'],
  [90_061, '1 天 1 小时 1 分钟 1 秒', '1 d 1 h 1 min 1 s'],
])('%i', (seconds, zh, en) => {
  expect(spanWords(seconds)).toEqual({ zh, en });
});
