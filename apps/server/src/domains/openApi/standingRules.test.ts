import { describe, expect, test } from 'vitest';
import { paceClass, paceOfClass } from './paceRules.ts';
import { endingHeaders, type Standing, stateAt } from './standingRules.ts';

const END = new Date('2027-06-30T00:00:00Z');
const said = (more: Partial<Standing> = {}): Standing => ({
  state: 'deprecated',
  ends_at: END,
  announced_at: new Date('2026-11-21T00:00:00Z'),
  replaced_by: null,
  ...more,
});

describe('how an interface stands', () => {
  test('is online where nobody said anything', () => expect(stateAt(undefined, END)).toBe('online'));
  test('it ends with its day, not before', () => {
    expect(stateAt(said(), new Date(END.getTime() - 1))).toBe('deprecated');
    expect(stateAt(said(), END)).toBe('off');
  });
  test('a draft stays one', () => expect(stateAt(said({ state: 'draft' }), END)).toBe('draft'));
});

describe('what a call is told of the end', () => {
  test('since when, until when and what takes its place', () => {
    const headers = endingHeaders(said({ replaced_by: 'open.b' }), (name) => `/openapi/v1/${name}`);
    expect(headers).toEqual({
      deprecation: '@1795219200',
      sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
      link: '</openapi/v1/openapi.json>; rel="deprecation", </openapi/v1/open.b>; rel="successor-version"',
    });
  });
  test('nothing of one that stays', () =>
    expect(endingHeaders(said({ state: 'online' }), () => undefined)).toEqual({}));
});

describe('classes of duration', () => {
  test.each([0, 1, 7, 48, 250, 3_000, 60_000])('%s ms is told at most a tenth too long', (milliseconds) => {
    const told = paceOfClass(paceClass(milliseconds));
    expect(told).toBeGreaterThanOrEqual(milliseconds);
    expect(told).toBeLessThanOrEqual(Math.max(1, milliseconds * 1.1 + 1));
  });
});
