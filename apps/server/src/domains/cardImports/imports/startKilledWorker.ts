import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { EXAMPLE_SECRETS_KEY } from '../../../runtime/secretsKey.ts';

/** Starts a worker in a separate process on a test's database, to be killed. */
export const startKilledWorker = (host: { readonly dataDirectory: string; readonly ownerUrl: string }): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'importKill.child.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: host.dataDirectory,
      DATABASE_URL: host.ownerUrl,
      SECRETS_KEY: EXAMPLE_SECRETS_KEY,
      NODE_ENV: 'test',
      ROLES: 'worker',
      DEMO: '0',
    },
  });
