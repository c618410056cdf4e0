import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkUpload } from '@cardinal/contract/api/settings/selfCheck.ts';
import { storageLow } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
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

test('while it is low a change is refused before anything is written, and questions are answered', async () => {
  const full = await testApp({ leastFreeBytes: Number.MAX_SAFE_INTEGER });
  try {
    const { status, code, message } = await full.nobody.call(checkUpload, { body: { filler: 'x' } });
    expect([status, code, message]).toEqual([503, storageLow.code, storageLow.text.zh]);
    for (const url of ['/api/site/v1/site', '/readyz', '/api/auth/v1/captcha']) {
      expect([url, (await full.app.http.inject({ url })).statusCode]).toEqual([url, 200]);
    }
  } finally {
    await full.stop();
  }
}, 180_000);
