import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backed, undoRefusal } from './tagsBack.ts';

const TAGS = ['1', '2', '3', '4', '5', '6'];
const some = fc.subarray(TAGS);

test('whatever a batch put on and took off, its undo leaves what stood before, and labels of others since', () => {
  fc.assert(
    fc.property(some, some, some, (before, after, since) => {
      const [put, off] = [after.filter((tag) => !before.includes(tag)), before.filter((tag) => !after.includes(tag))];
      const others = since.filter((tag) => !put.includes(tag) && !off.includes(tag));
      const back = { from: { tags: put }, to: { tags: off } };
      const had = new Set([...after, ...others]);
      expect(undoRefusal(had, back, TAGS)).toBeUndefined();
      expect(backed(had, back)).toEqual(new Set([...before, ...others]));
    }),
  );
});

test('one label of the batch gone, one of the former back or deleted: nothing is taken back', () => {
  const back = { from: { tags: ['1', '2'] }, to: { tags: ['3'] } };
  expect(undoRefusal(new Set(['1']), back, TAGS)).toMatchObject({ code: 'changedSince' });
  expect(undoRefusal(new Set(['1', '2', '3']), back, TAGS)).toMatchObject({ code: 'changedSince' });
  expect(undoRefusal(new Set(['1', '2']), back, ['1', '2'])).toMatchObject({ code: 'tagGone' });
});
