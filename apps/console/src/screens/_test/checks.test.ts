import { expect, it } from 'vitest';
import { browserOf, differenceFacts, isClockWrong } from './checks.ts';
import { untranslated } from './consoleChecks.ts';
import { isHeldBack } from './transferChecks.ts';

it('ten minutes are told, half a minute passes', () => {
  expect(isClockWrong(-600_000)).toBe(true);
  expect(differenceFacts(-605_400)).toEqual({ minutes: 10, seconds: 5 });
  expect(isClockWrong(30_000)).toBe(false);
});

it.each([
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36', 'Chrome 131'],
  ['Mozilla/5.0 (Windows) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.2849', 'Edge 130'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15', 'Safari 18'],
  ['Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/133.0', 'Firefox 133'],
  ['curl', '?'],
])('%s is %s', (agent, browser) => {
  expect(browserOf(agent)).toBe(browser);
});

it('events that come all at once were held back', () => {
  expect(isHeldBack([0, 505, 1010])).toBe(false);
  expect(isHeldBack([1000, 1001, 1002])).toBe(true);
});

it('a title without one of the languages is found', () => {
  const half = { zh: '首页', en: ' ' };
  expect(untranslated([{ zh: '首页', en: 'Home' }, half])).toEqual([half]);
});
