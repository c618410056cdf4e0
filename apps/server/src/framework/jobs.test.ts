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
const host = await forThisFile(
  testApp({ furtherRooms: [domain({ name: 'failing', needs: [], tables: {}, jobs: [failing] })] }),
);

test('a job is told once that its last attempt has failed', async () => {
  await host.app.asSystem('test', (ctx) => ctx.enqueue(failing, { of: 'one' }));
  await host.work();
  await vi.waitFor(() => expect(seen).toEqual(['run one', 'run one', 'gave up one']), { timeout: 60_000 });
});
