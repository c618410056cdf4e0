import { expect, test } from 'vitest';
import { mapConcurrently } from './mapConcurrently.ts';

const items = Array.from({ length: 9 }, (_, n) => ({ n }));
const pause = () => new Promise((resolve) => setImmediate(resolve));

test('all items are worked on once, in their order, so many at a time', async () => {
  const begun: number[] = [];
  let [open, most] = [0, 0];
  await mapConcurrently(
    items,
    3,
    async ({ n }) => {
      begun.push(n);
      open += 1;
      most = Math.max(most, open);
      await pause();
      open -= 1;
    },
    () => true,
  );
  expect(begun).toEqual(items.map(({ n }) => n));
  expect(most).toBe(3);
});

test('an error ends it for all when those that have begun are through; whoever is to stop begins nothing more', async () => {
  const begun: number[] = [];
  const through: number[] = [];
  const work = async ({ n }: { n: number }) => {
    begun.push(n);
    await pause();
    if (n === 1) throw new Error('not now');
    through.push(n);
  };
  await expect(mapConcurrently(items, 3, work, () => true)).rejects.toThrow('not now');
  expect(through).toContain(2);
  expect(begun.length).toBeLessThan(items.length);
  let left = 2;
  const some: number[] = [];
  await mapConcurrently(
    items,
    1,
    async ({ n }) => some.push(n),
    () => left-- > 0,
  );
  expect(some).toEqual([0, 1]);
});
