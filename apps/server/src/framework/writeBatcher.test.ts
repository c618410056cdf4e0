import { expect, test } from 'vitest';
import { WriteBatcher } from './writeBatcher.ts';

test('what comes while something is written is written together, each once and in its order', async () => {
  const groups: number[][] = [];
  const together = new WriteBatcher<number>(async (things) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    groups.push([...things]);
  });
  await Promise.all([1, 2, 3].map((n) => together.add(n)));
  const first = together.add(4);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.all([first, together.add(5), together.add(6)]);
  expect(groups.flat()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(groups.length).toBeLessThan(5);
});

test('a failure is told to those it concerns, and the next are written', async () => {
  let isBroken = true;
  const written: number[] = [];
  const together = new WriteBatcher<number>(async (things) => {
    if (isBroken) throw new Error('no');
    written.push(...things);
  });
  await expect(Promise.all([together.add(1), together.add(2)])).rejects.toThrow('no');
  isBroken = false;
  await together.add(3);
  expect(written).toEqual([3]);
});
