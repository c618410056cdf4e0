import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkUpload } from '@cardinal/contract/api/settings/selfCheck.ts';
import { listDownloads, orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { storageLow } from '@cardinal/contract/framework/standardRefusals.ts';
import { workTasks } from '@cardinal/server/domains/tasks/leases/workTasks.ts';
import { scratchFolder } from '@cardinal/server/framework/scratchFiles.ts';
import { runningEmbeddedPostgres } from '@cardinal/server/runtime/embeddedPostgres.ts';
import { LEAST_FREE_BYTES } from '@cardinal/server/runtime/freeSpace.ts';
import { testApp } from '@cardinal/testing/app.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, SEED, startServer, statusOf, until, type WholeServer } from './wholeServer.ts';

const MB = 1024 ** 2;
/** Space for the cluster above the watermark, with a margin. */
const DISK_MB = LEAST_FREE_BYTES / MB + 500;
const BACK_MS = 30_000;
/** The server looks at its disk every second; the change that is asked for may be asked six times a minute. */
const NOTICED_MS = 4_000;

let disk: string;
let server: WholeServer | undefined;
/** Only root may mount a small disk; elsewhere there is nothing to be seen. */
let isMounted = false;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  disk = await mkdtemp(join(tmpdir(), 'cardinal-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0777`, 'tmpfs', disk], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    console.info('no disk can be mounted here: this run is left out');
  }
});
afterAll(async () => {
  await server?.terminate();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
});

const freeBytes = async () => {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
};

/** Fills the disk until only this many bytes are free; a negative number fills it completely. */
async function fillTo(left: number): Promise<string> {
  const path = join(disk, `ballast-${left}`);
  const file = await open(path, 'w');
  const block = Buffer.alloc(MB, 1);
  try {
    while ((await freeBytes()) > left) await file.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
  return path;
}

/** A change that needs no login: the code of its answer. */
const change = async (url: string): Promise<string> => {
  const answer = await fetch(url + checkUpload.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filler: 'x' }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  return ((await answer?.json()) as { code: string } | undefined)?.code ?? '';
};

it('refuses writes before the disk is full, survives a full one, and comes back by itself', async (context) => {
  if (!isMounted) return context.skip();
  const data = join(disk, 'data');
  server = startServer({ PORT: String(await freePort()), DATA_DIR: data });
  await server.ready(120_000);
  expect(await change(server.url)).toBe('200');

  const access = await runningEmbeddedPostgres(data);
  const write = async (n: number): Promise<boolean> => {
    const client = new pg.Client({ connectionString: access?.ownerUrl ?? '', connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('insert into torture_row (n, filling) values ($1, $2)', [
        n,
        randomBytes(100_000).toString('hex'),
      ]);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const owner = new pg.Client({ connectionString: access?.ownerUrl ?? '' });
  await owner.connect();
  await owner.query('create table torture_row (n int primary key, filling text)');
  await owner.end();

  // Below the watermark: told at once, reads go on, and nothing has fallen over.
  const first = await fillTo(LEAST_FREE_BYTES - 20 * MB);
  const { url } = server;
  await wait(NOTICED_MS);
  expect(await change(url)).toBe(storageLow.code);
  expect(await statusOf(`${url}/readyz`)).toBe(200);
  expect(await statusOf(`${url}/api/site/v1/site`)).toBe(200);

  // Another writer fills the rest; PostgreSQL fails.
  const rest = await fillTo(4 * MB);
  const acknowledged: number[] = [];
  for (let n = 0; n < 400; n += 1) {
    if (!(await write(n))) break;
    acknowledged.push(n);
  }
  await fillTo(-1);
  await wait(3_000);
  expect(server.child.exitCode).toBeNull();
  expect(await statusOf(`${url}/healthz`)).toBe(200);

  await Promise.all([first, rest, join(disk, 'ballast--1')].map((path) => rm(path, { force: true })));
  const backMs = await until('it serves again', BACK_MS, async () => (await statusOf(`${url}/readyz`)) === 200);
  await wait(NOTICED_MS);
  expect(await change(url)).toBe('200');
  console.info(`serves ${backMs} ms after there was room; ${acknowledged.length} rows had been acknowledged`);
  const again = await runningEmbeddedPostgres(data);
  const reader = new pg.Client({ connectionString: again?.ownerUrl ?? '' });
  await reader.connect();
  const { rows } = await reader.query<{ n: number }>('select n from torture_row order by n');
  await reader.end();
  const kept = new Set(rows.map((row) => row.n));
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
});

it('an export that finds no room fails with the reason and leaves no file', async (context) => {
  if (!isMounted) return context.skip();
  const host = await testApp({ demo: 'people' });
  const scratch = scratchFolder(host.dataDirectory);
  await mkdir(scratch, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', scratch], { stdio: 'ignore' });
  try {
    await writeFile(join(scratch, 'ballast'), Buffer.alloc(64 * 1024)).catch(() => undefined);
    const agent = await host.as('agent');
    const body = { list: 'customers.list', query: {}, format: 'csv' as const };
    const { downloadId } = await agent.ask(orderExport, { body });
    await workTasks(host.app.systemContext('torture'), new AbortController().signal);
    const row = (await agent.ask(listDownloads)).list.find(({ id }) => id === downloadId);
    expect(row).toMatchObject({ state: 'failed', failure: storageLow.text.zh, path: null });
    expect(await readdir(scratch)).toEqual(['ballast']);
    expect(await host.db.selectFrom('runtime.stored_file').selectAll().execute()).toEqual([]);
  } finally {
    execFileSync('umount', ['-l', scratch]);
    await host.stop();
  }
});
