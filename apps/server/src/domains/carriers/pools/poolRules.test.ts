import { expect, test } from 'vitest';
import { type KnownPool, poolAfter } from './poolRules.ts';

const before = new Date('2026-11-20T00:00:00Z');
const now = new Date('2026-11-21T00:00:00Z');
const known: KnownPool = {
  poolId: 'P1',
  name: 'old name',
  totalBytes: '1000',
  usedBytes: '700',
  members: 5,
  readAt: before,
};
const told = { poolId: 'P1', name: 'new name', totalBytes: '2000', usedBytes: '0', members: 6 };

test('a pool takes over what is told, nothing used included', () => {
  expect(poolAfter(known, told, now)).toEqual({ ...told, readAt: now });
  expect(poolAfter(undefined, told, now)).toEqual({ ...told, readAt: now });
});

test('what is not told keeps its old figure with its age, and is nothing where there was none', () => {
  const silent = { ...told, totalBytes: null, usedBytes: null, members: null };
  expect(poolAfter(known, silent, now)).toEqual({ ...known, name: 'new name' });
  expect(poolAfter(undefined, silent, now)).toEqual({ ...silent, readAt: null });
  // A new volume beside an old usage figure: the usage keeps its age.
  expect(poolAfter(known, { ...silent, totalBytes: '3000' }, now)).toMatchObject({
    totalBytes: '3000',
    usedBytes: '700',
    readAt: before,
  });
});

test('a number of members that is none is not told', () => {
  for (const members of [-1, 1.5, 1e300]) {
    expect(poolAfter(known, { ...told, members }, now).members).toBe(5);
  }
});
