import { expect, test } from 'vitest';
import { groupMarks, neighbourOf, quickMoments, type TimelineMark } from './moments.ts';

const mark = (at: string, action = 'edit_remark', result = 'done'): TimelineMark =>
  ({ id: at, at, action, result, source: 'console', words: action }) as TimelineMark;
const MARKS = [
  mark('2026-11-02T00:00:00Z', 'import_card'),
  mark('2026-11-10T08:00:00Z', 'stop_card', 'asked'),
  mark('2026-11-10T08:00:05Z', 'stop_card', 'confirmed'),
];
const NOW = Date.parse('2026-11-20T12:00:00Z');
const line = { from: '2026-11-02T00:00:00Z', recordedSince: null, marks: MARKS, isCut: false };

test('quick moments lie within the life of the card', () => {
  expect(quickMoments(line, NOW)).toEqual({
    yesterday: NOW - 86_400_000,
    beforeStop: Date.parse('2026-11-10T07:59:59Z'),
  });
  expect(quickMoments({ ...line, from: '2026-10-01T00:00:00Z', marks: [] }, NOW)).toHaveProperty('monthStart');
  expect(quickMoments({ ...line, marks: [] }, NOW)).not.toHaveProperty('beforeStop');
});

test('marks that would cover each other stand together', () => {
  const groups = groupMarks(MARKS, Date.parse(line.from), NOW);
  expect(groups.map((group) => group.marks.length)).toEqual([1, 2]);
  expect(groups[0]?.place).toBe(0);
});

test('from mark to mark, both ways', () => {
  const at = Date.parse('2026-11-10T08:00:00Z');
  expect(neighbourOf(MARKS, at, 'before')).toBe(MARKS[0]);
  expect(neighbourOf(MARKS, at, 'after')).toBe(MARKS[2]);
  expect(neighbourOf(MARKS, 0, 'before')).toBeUndefined();
});
