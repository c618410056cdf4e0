import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideImport, readImport, uploadImport } from '@cardinal/contract/api/cardImports/imports.ts';
import { downloadByPath, fetchFile, listDownloads, orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { callerAt, signInAt, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { commandsAsked, start } from '@cardinal/testing/cardsUnderTest.ts';
import type { TestDatabase } from '@cardinal/testing/database.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { rowsOfSheet, sheetOf } from '@cardinal/testing/sheets.ts';
import { stopsUnderTest } from '@cardinal/testing/stopsUnderTest.ts';
import { expect } from 'vitest';
import type { Tables } from '../framework/tables.ts';
import { freePort } from '../runtime/freePort.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { type ChildProgram, startChild } from './childProgram.ts';

/** Numbers of imported cards; those to be stopped have others. */
const IMPORTED = '898605';

/**
 * Two webs and two workers over one database, each with a folder of its own: sign in at one web and work at the other, import,
 * export and stop, with one of each killed in the middle. For tests, at any scale.
 */
export async function runSeparateProcesses(
  scale: { readonly rows: number; readonly cards: number; readonly withinMs: number },
  on?: TestDatabase<Tables>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cardinal-separate-'));
  const host = await testApp({ demo: 'people', ...(on ? { on } : {}) });
  // The processes use the machine's clock.
  host.clock.set(new Date());
  const limits = { callsPerSecond: 200, inFlight: 20, timeoutMs: 2_000 };
  const stops = await stopsUnderTest(host, 'jasper', { cards: scale.cards, limits });
  const running = new Map<string, ChildProgram>();
  const run = async (name: string): Promise<ChildProgram> => {
    const child = await startChild({
      ROLES: name.slice(0, -1),
      PORT: String(await freePort()),
      DATA_DIR: join(folder, name),
      DATABASE_URL: host.superuserUrl,
      SECRETS_KEY: EXAMPLE_SECRETS_KEY,
      CAPTCHA_FIXED: TEST_CAPTCHA,
      NODE_ENV: 'test',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
    });
    running.set(name, child);
    return child;
  };
  const kill = async (name: string) => {
    running.get(name)?.signal('SIGKILL');
    await running.get(name)?.ended;
    running.delete(name);
  };
  const until = (isSo: () => Promise<boolean>) =>
    expect.poll(isSo, { timeout: scale.withinMs, interval: 100 }).toBe(true);
  try {
    const [first, second, worker] = await Promise.all(['web1', 'web2', 'worker1', 'worker2'].map(run));
    if (!first || !second || !worker) throw new Error('not all have started');
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/metrics', uploadImport.path].map((path) => fetch(worker.address + path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);

    const signedIn = await signInAt(first.address, 'agent');
    const agent = callerAt(second.address, signedIn);
    const productCode = await sellProduct(host.app.systemContext('test'), {
      carrierAccountId: stops.accountId,
      customerIds: ['10'],
    });
    const numbers = Array.from({ length: scale.rows }, (_, n) =>
      withCheckDigit(IMPORTED + String(n).padStart(13, '0')),
    );
    const content = await sheetOf(
      ['ICCID'],
      numbers.map((number) => [number]),
    );
    const { batchId } = await signedIn.ask(uploadImport, {
      body: { carrierAccountId: stops.accountId, kind: 1, productCode },
      file: { name: 'cards.xlsx', content },
    });
    const batch = () => agent.ask(readImport, { query: { batchId } });
    await until(async () => (await batch()).state !== 'checking');
    expect(await batch()).toMatchObject({ state: 'waiting', good: scale.rows });
    await agent.ask(decideImport, { body: { batchId, choice: 'goodOnly' } });
    const { taskId } = await start(agent, 'stop_card', { kind: 'filter', query: { lifecycle: ['activated'] } });
    await until(async () => (await commandsAsked(host)) >= scale.cards / 3);
    await Promise.all([kill('web1'), kill('worker1')]);
    await until(async () => (await batch()).state === 'done');
    const taskRow = () =>
      host.db.selectFrom('tasks.task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
    await until(async () => (await taskRow()).drained_at !== null);
    expect(await taskRow()).toMatchObject({ state: 'completed', done: scale.cards, failed: 0 });
    expect(await stops.outcome()).toEqual({
      byCount: { '1': scale.cards },
      notStopped: 0,
      pending: 0,
      commands: ['confirmed'],
    });

    const { downloadId } = await agent.ask(orderExport, {
      body: { list: 'cards.list', query: {}, columns: ['iccid'], format: 'xlsx' },
    });
    const made = async () => (await agent.ask(listDownloads)).list.find(({ id }) => id === downloadId);
    await until(async () => (await made())?.state === 'ready');
    // A web that was not there when the file was made.
    const third = callerAt((await run('web3')).address, signedIn);
    const { ticketPath } = await agent.ask(downloadByPath, { query: { path: (await made())?.path ?? '' } });
    const file = await third.call(fetchFile, { params: { ticket: ticketPath.slice(1) } });
    expect(file.status).toBe(200);
    const exported = (await rowsOfSheet(file.data as unknown as Buffer)).flat().filter((cell) => /^\d/.test(cell));
    expect(exported.filter((number) => number.startsWith(IMPORTED)).sort()).toEqual([...numbers].sort());
    expect(exported).toHaveLength(scale.rows + scale.cards);
  } finally {
    await Promise.all([...running.keys()].map(kill));
    await stops.close();
    await host.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
