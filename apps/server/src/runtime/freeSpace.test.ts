import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchFreeSpace } from './freeSpace.ts';
import { QUIET } from './log.ts';

test('room enough is not low, also for a directory that does not exist yet', async () => {
  const space = await watchFreeSpace({ directory: join(tmpdir(), 'not/made/yet'), log: QUIET, leastBytes: 1 });
  expect(space.diskLow()).toBe(false);
  expect(space.freeBytes()).toBeGreaterThan(1);
  space.stop();
});

test('less than the watermark is low from the first moment, and said once', async () => {
  const said: unknown[] = [];
  const log = { ...QUIET, error: (...words: unknown[]) => void said.push(words) };
  const space = await watchFreeSpace({ directory: tmpdir(), log, leastBytes: Number.MAX_SAFE_INTEGER });
  expect(space.diskLow()).toBe(true);
  expect(said).toHaveLength(1);
  space.stop();
});
