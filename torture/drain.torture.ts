import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as api from '@cardinal/contract/api/cardImports/imports.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { openCarrierAccount } from '@cardinal/server/domains/carriers/accounts/openAccount.ts';
import { writeSheet } from '@cardinal/server/sheets/writeSheet.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED, scale, serveOver, until, type WholeServer } from './wholeServer.ts';

const ROWS = scale('ROWS', 50_000);
const PER_SECOND = scale('RPS', 50);
const DRAIN_MS = 20_000;
const ALL_MS = 10 * 60_000;
const LIST = '/api/customers/v1/list?pageNum=1&pageSize=20';

let host: TestApp;
let agent: Caller;
let folder: string;
let server: WholeServer | undefined;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  folder = await mkdtemp(join(tmpdir(), 'cardinal-drain-'));
  host = await testApp({ demo: 'people' });
  host.clock.set(new Date());
  agent = await host.as('agent');
});
afterAll(async () => {
  await server?.kill();
  await host?.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * What became of a request: answered whole; never taken, the port being closed; written on a kept connection that was just
 * being closed for standing idle, which no server can help and every client repeats; or cut off after it was taken.
 */
type End = 'whole' | 'notTaken' | 'raced' | `cut: ${string}`;
const keepAlive = new Agent({ keepAlive: true, maxSockets: 40 });

const ask = (url: string): Promise<End> =>
  new Promise((resolve) => {
    const request = get(url, { agent: keepAlive, headers: { authorization: agent.token ?? '' } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('error', (error) => resolve(`cut: ${error.message}`));
      answer.on('end', () =>
        resolve(isWhole(answer, text) ? 'whole' : `cut: ${answer.statusCode} ${text.slice(0, 80)}`),
      );
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('notTaken');
      else resolve(request.reusedSocket ? 'raced' : `cut: ${error.message}`);
    });
  });

function isWhole(answer: IncomingMessage, text: string): boolean {
  try {
    const { code } = JSON.parse(text) as { code: unknown };
    return typeof code === 'string' && (answer.statusCode === 200 || answer.statusCode === 503);
  } catch {
    return false;
  }
}

/** A checked import that is told to go in. */
async function importing(): Promise<string> {
  const ctx = host.app.systemContext('torture');
  const carrierAccountId = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '联通测试',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  const productCode = await sellProduct(ctx, { carrierAccountId, customerIds: ['10'] });
  const rows = Array.from({ length: ROWS }, (_, n) => [withCheckDigit(`898601${String(n).padStart(13, '0')}`)]);
  const path = join(folder, 'cards.xlsx');
  await writeSheet(path, { format: 'xlsx', columns: [{ title: 'ICCID', kind: 'text' }], rows });
  const { batchId } = await agent.ask(api.uploadImport, {
    body: { carrierAccountId, kind: 1, productCode },
    file: { name: 'cards.xlsx', content: await readFile(path) },
  });
  const state = async () => (await agent.ask(api.readImport, { query: { batchId } })).state;
  await until('it is checked', ALL_MS, async () => (await state()) === 'waiting');
  await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  return batchId;
}

it(`told to end under ${PER_SECOND} requests a second, an import and an open stream: nothing is cut, the work goes on`, async () => {
  server = await serveOver(host);
  const batchId = await importing();
  const batch = () => agent.ask(api.readImport, { query: { batchId } });
  const stream = await fetch(`${server.url}/api/tasks/v1/stream`, { headers: { authorization: agent.token ?? '' } });
  expect(stream.status).toBe(200);
  const streamEnd = (async () => {
    let heard = 0;
    try {
      for await (const part of stream.body ?? []) heard += part.length;
      return { heard, how: 'ended' };
    } catch (error) {
      return { heard, how: String(error) };
    }
  })();
  await until('rows go in', ALL_MS, async () => (await batch()).imported > 0);

  const ends: Promise<End>[] = [];
  const { url } = server;
  let isAsking = true;
  const asking = (async () => {
    while (isAsking) {
      ends.push(ask(url + LIST));
      await wait(1_000 / PER_SECOND);
    }
  })();
  await wait(2_000);
  const ended = await server.terminate();
  await wait(500);
  isAsking = false;
  await asking;
  const count: Record<string, number> = {};
  for (const end of await Promise.all(ends)) count[end] = (count[end] ?? 0) + 1;
  console.info(`ended with ${ended.code} after ${ended.ms} ms; requests`, count, 'stream', await streamEnd);
  expect(Object.keys(count).filter((end) => end.startsWith('cut'))).toEqual([]);
  expect(count['whole']).toBeGreaterThan(PER_SECOND);
  expect(ended.code).toBe(0);
  expect(ended.ms).toBeLessThan(DRAIN_MS);
  expect((await streamEnd).how).toBe('ended');

  server = await serveOver(host);
  await until('the import is done', ALL_MS, async () => (await batch()).state === 'done');
  expect(await batch()).toMatchObject({ imported: ROWS, good: ROWS, bad: 0 });
});
