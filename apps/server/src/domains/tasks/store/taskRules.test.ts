import { TaskState } from '@cardinal/contract/enumerations/task.ts';
import { isTaskFinal, mayTaskBecome } from '@cardinal/contract/tasks/taskStates.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Counts, isDrained, moved, remainingOf, stateBy } from './taskRules.ts';

type Item = 'waiting' | 'confirming' | 'done' | 'failed' | 'skipped';
const NEXT: Record<Item, readonly Item[]> = {
  waiting: ['confirming', 'done', 'failed', 'skipped'],
  confirming: ['done', 'failed'],
  done: [],
  failed: [],
  skipped: [],
};

/** Items change one at a time in any order; the counters are updated by deltas only. */
const story = fc.record({
  total: fc.integer({ min: 1, max: 12 }),
  moves: fc.array(fc.tuple(fc.nat(11), fc.nat(3)), { maxLength: 60 }),
  cancelAt: fc.option(fc.nat(40)),
});

test('counters kept by deltas equal the items, states only move forward, and the end comes when nothing is open', () => {
  fc.assert(
    fc.property(story, ({ total, moves, cancelAt }) => {
      const items: Item[] = Array.from({ length: total }, () => 'waiting');
      let counts: Counts = { total, done: 0, failed: 0, skipped: 0, confirming: 0 };
      let state: TaskState = 'processing';
      moves.forEach(([at, choice], step) => {
        if (step === cancelAt && !isTaskFinal(state)) state = 'cancelled';
        const was = items[at % total] as Item;
        const now = NEXT[was][choice % Math.max(1, NEXT[was].length)];
        if (!now) return;
        items[at % total] = now;
        counts = moved(counts, { ...(was === 'waiting' ? {} : { [was]: -1 }), [now]: was === now ? 0 : 1 });
        const after = stateBy(state, counts);
        expect(after === state || mayTaskBecome(state, after)).toBe(true);
        state = after;
        for (const kind of ['done', 'failed', 'skipped', 'confirming'] as const) {
          expect(counts[kind]).toBe(items.filter((item) => item === kind).length);
        }
        const isOpen = items.some((item) => item === 'waiting' || item === 'confirming');
        expect(isDrained(state, counts)).toBe(!isOpen && isTaskFinal(state));
        if (state !== 'cancelled') expect(isTaskFinal(state)).toBe(!isOpen);
        expect(remainingOf(counts)).toBe(items.filter((item) => item === 'waiting').length);
      });
    }),
  );
});

test('every item failed: the task failed; one that did not: it is completed', () => {
  const ended = (failed: number, skipped: number) =>
    stateBy('processing', { total: 10, done: 10 - failed - skipped, failed, skipped, confirming: 0 });
  expect([ended(10, 0), ended(9, 0), ended(9, 1), ended(0, 10)]).toEqual([
    'failed',
    'completed',
    'completed',
    'completed',
  ]);
  expect(stateBy('processing', { total: 0, done: 0, failed: 0, skipped: 0, confirming: 0 })).toBe('completed');
  for (const { value } of TaskState.options.filter((option) => isTaskFinal(option.value))) {
    expect(stateBy(value, { total: 3, done: 0, failed: 3, skipped: 0, confirming: 0 })).toBe(value);
  }
});
