import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataDirectoryHolder } from '@cardinal/server/runtime/dataDirectoryLock.ts';
import { freePort } from '@cardinal/server/runtime/freePort.ts';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import { expect, test } from 'vitest';

test('the process of npm start, told to end, takes the server with it', async () => {
  const folder = temporaryFolder('npm-start');
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DEMO: '0',
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
  });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false;
  try {
    await expect.poll(isReady, { timeout: 90_000 }).toBe(true);
    const ended = new Promise((resolve) => npm.once('exit', resolve));
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => dataDirectoryHolder(folder), { timeout: 20_000 }).toBe(undefined);
    expect(await isReady()).toBe(false);
  } finally {
    npm.kill('SIGTERM');
    const left = await dataDirectoryHolder(folder);
    if (left !== undefined) process.kill(left, 'SIGTERM');
    for (let n = 0; n < 100 && (await dataDirectoryHolder(folder)) !== undefined; n += 1) await wait(200);
    rmSync(folder, { recursive: true, force: true });
  }
});
