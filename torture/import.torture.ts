import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as api from '@cardinal/contract/api/cardImports/imports.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { openCarrierAccount } from '@cardinal/server/domains/carriers/accounts/openAccount.ts';
import { writeSheet } from '@cardinal/server/sheets/writeSheet.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { peakMegabytes, SEED, scale, serveOver, until, type WholeServer } from './wholeServer.ts';

/** 500,000 is the largest file there is; it takes its time. */
const ROWS = scale('ROWS', 50_000);
const KILLS = scale('KILLS', 10);
const BAD_EVERY = 997;
const MOST_MEGABYTES = 700;
const PER_KILL_MS = 15_000;
const LIST = '/api/customers/v1/list?pageNum=1&pageSize=20';
/** Unnoticeably fast: below it even twice the time does not matter. */
const QUICK_MS = 50;
/** Cards of the undisturbed import are numbered from here. */
const OTHERS = 5_000_000;
const ALL_MS = 25 * 60_000;

let host: TestApp;
let agent: Caller;
let folder: string;
let server: WholeServer | undefined;
let fields: { carrierAccountId: string; kind: 1; productCode: string };
let peak = 0;
let undisturbedMs = 0;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  folder = await mkdtemp(join(tmpdir(), 'cardinal-import-'));
  host = await testApp({ demo: 'people' });
  host.clock.set(new Date());
  agent = await host.as('agent');
  const ctx = host.app.systemContext('torture');
  const carrierAccountId = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '联通测试',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  fields = {
    carrierAccountId,
    kind: 1,
    productCode: await sellProduct(ctx, { carrierAccountId, customerIds: ['10'] }),
  };
});
afterAll(async () => {
  await server?.kill();
  await host?.stop();
  await rm(folder, { recursive: true, force: true });
});

const kill = async () => {
  peak = Math.max(peak, await peakMegabytes(server?.pid ?? 0));
  await server?.kill();
};
const isBad = (n: number) => n % BAD_EVERY === BAD_EVERY - 1;
const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const batch = (batchId: string) => agent.ask(api.readImport, { query: { batchId } });

async function upload(path: string): Promise<string> {
  const file = { name: 'cards.xlsx', content: await readFile(path) };
  return (await agent.ask(api.uploadImport, { body: fields, file })).batchId;
}

async function sheetOf(name: string, rows: string[][]): Promise<string> {
  const path = join(folder, `${name}.xlsx`);
  await writeSheet(path, { format: 'xlsx', columns: [{ title: 'ICCID', kind: 'text' }], rows });
  return path;
}

/** The 95th percentile of list calls, made one after the other while it holds. */
async function p95While(holds: () => boolean): Promise<number> {
  const times: number[] = [];
  while (holds()) {
    const begun = performance.now();
    const answer = await fetch(server?.url + LIST, { headers: { authorization: agent.token ?? '' } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([200, '200']);
    times.push(performance.now() - begun);
    await wait(20);
  }
  expect(times.length).toBeGreaterThan(50);
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0);
}

it(`${ROWS} rows undisturbed: a list is answered as quickly as ever`, async () => {
  const path = await sheetOf(
    'undisturbed',
    Array.from({ length: ROWS }, (_, n) => [iccid(OTHERS + n)]),
  );
  server = await serveOver(host);
  let left = 200;
  const idle = await p95While(() => left-- > 0);
  const begun = performance.now();
  let isGoing = true;
  const busy = p95While(() => isGoing);
  const batchId = await upload(path);
  await until('it is checked', ALL_MS, async () => (await batch(batchId)).state === 'waiting');
  await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  await until('it is done', ALL_MS, async () => (await batch(batchId)).state === 'done');
  undisturbedMs = performance.now() - begun;
  isGoing = false;
  console.info(
    `${ROWS} rows in ${Math.round(undisturbedMs / 1_000)} s; a list p95 ${idle} ms, meanwhile ${await busy} ms`,
  );
  await kill();
  expect(await busy).toBeLessThan(Math.max(2 * idle, QUICK_MS));
});

it(`${ROWS} rows with ${KILLS} kills: every good row once, every bad one told once, a second upload adds nothing`, async () => {
  const random = seededRandom(`${SEED}/import`);
  const rows = Array.from({ length: ROWS }, (_, n) => [isBad(n) ? `bad ${n}` : iccid(n)]);
  const good = rows.filter((_, n) => !isBad(n)).length;
  const path = await sheetOf('cards', rows);
  const begun = performance.now();
  server = await serveOver(host);
  const batchId = await upload(path);
  // Kills while it is read and checked, and while it goes in; both are random instants of their part.
  const early = Math.floor(KILLS / 3);
  for (let at = 0; at < early; at += 1) {
    await wait(random.int(2_000));
    await kill();
    server = await serveOver(host);
  }
  await until('it is checked', ALL_MS, async () => (await batch(batchId)).state === 'waiting');
  expect(await batch(batchId)).toMatchObject({ rows: ROWS, good, bad: ROWS - good });
  await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  for (let at = early; at < KILLS; at += 1) {
    const before = (await batch(batchId)).imported;
    const goal = before + Math.max(1, Math.floor((good - before) / (KILLS - at + 1)));
    await until('it goes on', ALL_MS, async () => {
      const { imported, state } = await batch(batchId);
      return imported >= goal || state === 'done';
    });
    await kill();
    server = await serveOver(host);
  }
  await until('it is done', ALL_MS, async () => (await batch(batchId)).state === 'done');
  peak = Math.max(peak, await peakMegabytes(server.pid));
  const tookMs = performance.now() - begun;
  console.info(`${ROWS} rows in ${Math.round(tookMs / 1_000)} s, at most ${peak} MB`);

  const cards = await host.db.selectFrom('cards.card').select('iccid').where('iccid', '<', iccid(OTHERS)).execute();
  expect(cards).toHaveLength(good);
  const wanted = new Set(rows.flatMap(([value], n) => (isBad(n) ? [] : [value])));
  expect(cards.filter((card) => !wanted.has(card.iccid))).toEqual([]);
  expect(new Set(cards.map((card) => card.iccid)).size).toBe(good);
  expect(await batch(batchId)).toMatchObject({ imported: good, good, bad: ROWS - good });
  expect(peak).toBeLessThan(MOST_MEGABYTES);
  // Below the heading: row n of ours is row n + 2 of the sheet.
  const told = await host.db
    .selectFrom('card_imports.import_row as r')
    .innerJoin('card_imports.import_batch as b', 'b.reading_id', 'r.reading_id')
    .select('r.row_number')
    .where('b.id', '=', batchId)
    .where('r.faults', 'is not', null)
    .execute();
  const bad = rows.flatMap((_, n) => (isBad(n) ? [n + 2] : []));
  expect(told.map((row) => row.row_number).sort((a, b) => a - b)).toEqual(bad);

  const again = await upload(path);
  await until('the second is checked', ALL_MS, async () => (await batch(again)).state === 'waiting');
  expect(await batch(again)).toMatchObject({ good: 0 });
  expect(tookMs).toBeLessThan(1.5 * undisturbedMs + KILLS * PER_KILL_MS);
});
