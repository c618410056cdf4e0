import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { domain, job } from './domain.ts';

const seen: string[] = [];
const failing = job({
  name: 'test.failing',
  payload: z.object({ of: z.string() }),
  retries: 1,
  retryDelaySeconds: 0,
  run: async (_ctx, { of }) => {
    seen.push(`run ${of}`);
    throw new Error('on purpose');
  },
  gaveUp: async (_ctx, { of }) => {
    seen.push(`gave up ${of}`);
  },
});
const MANY = 12;
const POLL_SECONDS = 5;
let counted = 0;
const counting = job({
  name: 'test.counting',
  concurrency: 1,
  payload: z.object({}),
  run: async () => {
    counted += 1;
  },
});
const host = await forThisFile(
  testApp({
    jobPollSeconds: POLL_SECONDS,
    furtherRooms: [domain({ name: 'failing', needs: [], tables: {}, jobs: [failing, counting] })],
  }),
);

test('a job is told once that its last attempt has failed', async () => {
  await host.app.asSystem('test', (ctx) => ctx.enqueue(failing, { of: 'one' }));
  await host.work();
  await vi.waitFor(() => expect(seen).toEqual(['run one', 'run one', 'gave up one']), { timeout: 60_000 });
});

test('jobs of one kind that wait are done one after another, without a pause for each', async () => {
  const begun = performance.now();
  await host.app.asSystem('test', async (ctx) => {
    for (let n = 0; n < MANY; n += 1) await ctx.enqueue(counting, {});
  });
  await host.work();
  await vi.waitFor(() => expect(counted).toBe(MANY), { timeout: 100_000 });
  // With a pause of a poll after each, two processes would need twice that.
  expect(performance.now() - begun).toBeLessThan((MANY * POLL_SECONDS * 1_000) / 4);
});
