import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanErrors } from '@cardinal/contract/api/audit/audit.ts';
import type { Envelope } from '@cardinal/contract/framework/envelope.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { requestRunning } from '@cardinal/contract/framework/standardRefusals.ts';
import { TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { startChild } from '../quality/childProgram.ts';
import { freePort } from '../runtime/freePort.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';

const KEY = 'claimed-and-then-killed';
const BODY = { olderThanDays: 90 };

const world = await forThisFile(testApp({ demo: 'people' }));
// The child uses the machine's clock: the session must be valid by that clock too.
world.clock.set(new Date());
const admin = await world.as('admin');
const folder = await mkdtemp(join(tmpdir(), 'cardinal-claimed-'));
const child = await startChild({
  DATABASE_URL: world.superuserUrl,
  DATA_DIR: folder,
  PORT: String(await freePort()),
  HOST: '127.0.0.1',
  SECRETS_KEY: EXAMPLE_SECRETS_KEY,
  CAPTCHA_FIXED: TEST_CAPTCHA,
  ROLES: 'web',
  DEMO: '0',
  NODE_ENV: 'test',
});
const holder = new pg.Client({ connectionString: world.superuserUrl });
await holder.connect();
afterAll(async () => {
  child.signal('SIGKILL');
  await child.ended;
  await holder?.end();
  await rm(folder, { recursive: true, force: true });
});

const row = () => world.db.selectFrom('runtime.idempotency').selectAll().where('key', '=', KEY).executeTakeFirst();
const logged = async () =>
  (await world.db.selectFrom('audit.operation_log').select('id').where('endpoint', '=', cleanErrors.name).execute())
    .length;

it('killed between claim and answer: a repeat is told to wait until the lease ends, then does it once and logs it once', {
  timeout: 120_000,
}, async () => {
  const asked = { body: BODY, key: KEY };
  // The lock keeps the child in the middle of its work; it is killed before the lock is released.
  await holder.query('begin; lock table audit.error_sample in access exclusive mode');
  const lost = fetch(child.address + cleanErrors.path, {
    method: 'POST',
    headers: {
      authorization: admin.token ?? '',
      'content-type': 'application/json',
      [IDEMPOTENCY_HEADER]: KEY,
    },
    body: JSON.stringify(BODY),
  }).then(
    (answer) => answer.json() as Promise<Envelope<unknown>>,
    () => undefined,
  );
  await expect.poll(async () => (await row())?.lease_until ?? null, { timeout: 30_000, interval: 20 }).not.toBeNull();
  child.signal('SIGKILL');
  await child.ended;
  expect(await lost).toBeUndefined();
  expect((await admin.call(cleanErrors, asked)).code).toBe(requestRunning.code);

  await holder.query('rollback');
  // Simulates that half a minute has passed.
  await world.db
    .updateTable('runtime.idempotency')
    .set({ lease_until: new Date(0) })
    .where('key', '=', KEY)
    .execute();
  const answer = await admin.ask(cleanErrors, asked);
  expect(await admin.ask(cleanErrors, asked)).toEqual(answer);
  expect(await row()).toMatchObject({ lease_until: null, answer });
  expect(await logged()).toBe(1);
});
