import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { verifyLedger } from './checkLedger.ts';
import { foldPostings } from './foldPostings.ts';
import { move, openClearing, openPurse, openRevenue } from './ledgerUnderTest.ts';
import { requirePosted } from './post.ts';

const POSTER = fileURLToPath(new URL('./posterUnderTest.ts', import.meta.url));
const ORDERS = 400;
const KILLS = 4;

const it = await forThisFile(testApp({ demo: 'people' }));
const ctx = it.app.systemContext('test');
const superuser = new pg.Client({ connectionString: it.superuserUrl });
await superuser.connect();
afterAll(() => superuser.end());

const clearing = await openClearing(ctx);
const revenue = await openRevenue(ctx);
const purse = await openPurse(ctx, '10');

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a poster; answers once it works. */
async function start(through: Set<string>): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      POSTER,
      it.applicationUrl,
      it.ownerUrl,
      join(it.dataDirectory, 'poster'),
      purse.balance.id,
      purse.frozen.id,
      revenue.id,
      String(ORDERS),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.add(child);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the poster ended with ${code}`)));
    child.stdout?.on('data', (data: Buffer) => {
      const lines = String(data).split('\n');
      if (lines.includes('working')) resolve();
      for (const line of lines) if (line.startsWith('through ')) through.add(line);
    });
  });
  return child;
}

/** As if the database had lost them: sessions of the poster end wherever they are. */
const cutSessions = () =>
  superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%ledger.%'`,
  );

test('orders posted by a process that is killed again and again, and cut off its database: each once, nothing half', async () => {
  requirePosted(await move(ctx, clearing, purse.balance, 1_000_000));
  const random = seededRandom(process.env['SEED'] ?? 'kills');
  const through = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = await start(through);
    await wait(60 + random.int(400));
    if (kill % 2 === 1) await cutSessions();
    const gone = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
    expect(await verifyLedger(ctx)).toEqual([]);
    const acknowledged = await it.db
      .selectFrom('ledger.transaction')
      .select((on) => on.fn.countAll<string>().as('n'))
      .where('business_key', 'like', 'kill:%:release')
      .executeTakeFirstOrThrow();
    // Whatever was told to be through has been kept.
    expect(Number(acknowledged.n)).toBeGreaterThanOrEqual(through.size);
  }
  const last = await start(through);
  if (last.exitCode === null) await once(last, 'exit');
  expect(through.size).toBe(ORDERS);
  await foldPostings(ctx);
  const { rows } = await superuser.query(`
    select split_part(business_key, ':', 3) as step, count(*)::int as n from ledger.transaction
    where business_key like 'kill:%' group by 1 order by 1`);
  expect(rows).toEqual(['hold', 'refund', 'release', 'settle'].map((step) => ({ step, n: ORDERS })));
  const sums = await it.db
    .selectFrom('ledger.account')
    .select(['id', 'balance'])
    .where('id', 'in', [purse.balance.id, purse.frozen.id, revenue.id])
    .execute();
  const balanceOf = (id: string) => Number(sums.find((row) => row.id === id)?.balance);
  expect([purse.balance, purse.frozen, revenue].map(({ id }) => balanceOf(id))).toEqual([
    1_000_000 - ORDERS * 5,
    0,
    ORDERS * 5,
  ]);
  expect(await verifyLedger(ctx)).toEqual([]);
}, 600_000);
