import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_WAITING_EVERY, nextInLine, URGENCIES, type Urgency } from './urgencyRules.ts';

const line = (...urgencies: Urgency[]) => urgencies.map((urgency) => ({ urgency }));

test('the more urgent go first, equals in the order they came', () => {
  expect(nextInLine(line('rotation', 'soon', 'now', 'now'), 0)).toBe(2);
  expect(nextInLine(line('rotation', 'soon', 'soon'), 1)).toBe(1);
  expect(nextInLine(line('rotation', 'rotation'), 2)).toBe(0);
  expect(nextInLine([], 3)).toBe(0);
});

test('whoever waits gets a turn, however many urgent ones keep coming', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 30 }), (start, urgent) => {
      let waiting = [...line('rotation'), ...line(...Array<Urgency>(urgent).fill('now'))];
      for (let turn = start; turn < start + LONGEST_WAITING_EVERY; turn++) {
        const [gone] = waiting.splice(nextInLine(waiting, turn), 1);
        if (gone?.urgency === 'rotation') return true;
        waiting = [...waiting, { urgency: 'now' }];
      }
      return false;
    }),
  );
  expect(URGENCIES[0]).toBe('now');
});
