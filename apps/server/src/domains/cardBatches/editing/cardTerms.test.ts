import { expect, test } from 'vitest';
import { periodsOf } from './cardTerms.ts';

const since = new Date('2026-03-01T08:00:00Z');
const of = (testDays: number, silentDays: number) => periodsOf(since, { testDays, silentDays, imeiLock: 'none' });

test('the silent period follows the test; without days there is none', () => {
  expect(of(7, 90)).toEqual({
    testEnds: new Date('2026-03-08T08:00:00Z'),
    silentEnds: new Date('2026-06-06T08:00:00Z'),
  });
  expect(of(0, 30)).toEqual({ testEnds: null, silentEnds: new Date('2026-03-31T08:00:00Z') });
  expect(of(7, 0)).toMatchObject({ silentEnds: null });
});
