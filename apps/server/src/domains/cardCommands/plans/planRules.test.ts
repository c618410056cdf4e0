import { expect, test } from 'vitest';
import { mergePulled, PlanCount } from './planRules.ts';

test('a pull adds what is new, counts what is known and marks what is gone, but keeps what was added by hand', () => {
  const known = [
    { carrierName: 'DATA', isByHand: false, isGone: false },
    { carrierName: 'OLD', isByHand: false, isGone: false },
    { carrierName: 'OLDER', isByHand: false, isGone: true },
    { carrierName: 'MINE', isByHand: true, isGone: false },
  ];
  expect(mergePulled(known, new Set(['DATA', 'NEW']))).toEqual({ added: ['NEW'], counted: ['DATA'], gone: ['OLD'] });
});

test('cards are counted under their plan, whose rate plan is the most frequent one', () => {
  const count = new PlanCount();
  const add = (communicationPlan: string | null, ratePlan: string | null) => count.add({ communicationPlan, ratePlan });
  add('DATA', 'A');
  add('DATA', 'B');
  add('DATA', 'B');
  add('VOICE', null);
  add(null, 'A');
  expect(count.seen).toBe(5);
  expect([...count.found()]).toEqual([
    ['DATA', { cards: 3, ratePlan: 'B' }],
    ['VOICE', { cards: 1, ratePlan: null }],
  ]);
});
