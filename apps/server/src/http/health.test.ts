import { setTimeout } from 'node:timers/promises';
import { testApp } from '@cardinal/testing/app.ts';
import { collectGarbage } from '@cardinal/testing/collectGarbage.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const { app } = await forThisFile(testApp());

/** Starts a program and stops it; only a weak reference to its HTTP server is left. */
async function stoppedProgram(): Promise<WeakRef<object>> {
  const program = await testApp();
  const left = new WeakRef(program.app.http);
  await program.stop();
  return left;
}

test('the figures of the process are told once, however many programs run in it', async () => {
  await stoppedProgram();
  const { body } = await app.http.inject({ url: '/metrics' });
  const names = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
  expect(names).toContain('nodejs_gc_duration_seconds');
  expect(names).toContain('cardinal_http_request_seconds');
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a program that was stopped leaves nothing in its process', async () => {
  const left = await stoppedProgram();
  await expect
    .poll(
      async () => {
        await setTimeout(20);
        collectGarbage();
        return left.deref() === undefined;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
});
