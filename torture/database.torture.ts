import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import type { Envelope } from '@cardinal/contract/framework/envelope.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { type DatabaseLine, openLine } from '@cardinal/testing/databaseLine.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED, scale, serveOver, statusOf, until, type WholeServer } from './wholeServer.ts';

const SECONDS = scale('SECONDS', 30);
const PER_SECOND = 10;
const CHANGES = scale('CHANGES', 200);
const RESETS = scale('RESETS', 20);
const AT_ONCE = 8;
const LATE_MS = 100;
const TOLD_MS = 5_000;
const BACK_MS = 10_000;
const LIST = '/api/customers/v1/list?pageNum=1&pageSize=20';

let host: TestApp;
let agent: Caller;
let line: DatabaseLine;
let server: WholeServer;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  host = await testApp({ demo: 'people' });
  host.clock.set(new Date());
  agent = await host.as('agent');
  line = await openLine(host.superuserUrl);
  server = await serveOver(host, { DATABASE_URL: line.url });
});
afterAll(async () => {
  await server?.kill();
  line?.close();
  await host?.stop();
});

type Heard = { status: number; code: string; ms: number };
/** A truncated answer, or one without an envelope, is status 0. */
async function ask(path: string, change?: { key: string; body: unknown }): Promise<Heard> {
  const begun = performance.now();
  const headers = { authorization: agent.token ?? '' };
  try {
    const answer = await fetch(server.url + path, {
      ...(change
        ? {
            method: 'POST',
            body: JSON.stringify(change.body),
            headers: { ...headers, 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: change.key },
          }
        : { headers }),
      signal: AbortSignal.timeout(60_000),
    });
    const { code } = (await answer.json()) as Envelope<unknown>;
    return { status: answer.status, code, ms: performance.now() - begun };
  } catch {
    return { status: 0, code: '', ms: performance.now() - begun };
  }
}

/** Sends calls at a constant rate without waiting for answers; also counts the maximum in flight. */
async function askSteadily(seconds: number): Promise<{ heard: Heard[]; mostOpen: number }> {
  let open = 0;
  let mostOpen = 0;
  const asked: Promise<Heard>[] = [];
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    asked.push(ask(LIST).finally(() => (open -= 1)));
    await wait(1_000 / PER_SECOND);
  }
  return { heard: await Promise.all(asked), mostOpen };
}
const statuses = (heard: readonly Heard[]) => [...new Set(heard.map(({ status }) => status))];
const slowest = (heard: readonly Heard[]) => Math.round(Math.max(...heard.map(({ ms }) => ms)));

it(`a database that answers ${LATE_MS} ms later: ${PER_SECOND} requests a second for ${SECONDS} s, no error`, async () => {
  line.delay(LATE_MS);
  const { heard, mostOpen } = await askSteadily(SECONDS);
  line.mend();
  console.info(`slowest ${slowest(heard)} ms, at most ${mostOpen} open`);
  expect(statuses(heard)).toEqual([200]);
});

it(`a database that swallows everything for ${SECONDS} s: each is told within 5 s, nothing piles up, then all is well`, async () => {
  line.swallow();
  const { heard, mostOpen } = await askSteadily(SECONDS);
  expect(await statusOf(`${server.url}/healthz`)).toBe(200);
  line.mend();
  const backMs = await until('it serves', 60_000, async () => (await ask(LIST)).status === 200);
  const after = await askSteadily(5);
  console.info(`slowest ${slowest(heard)} ms, at most ${mostOpen} open; served ${backMs} ms after`);
  expect(statuses(heard)).toEqual([503]);
  expect(slowest(heard)).toBeLessThan(TOLD_MS);
  expect(mostOpen).toBeLessThan((TOLD_MS / 1_000) * PER_SECOND + 5);
  expect(backMs).toBeLessThan(BACK_MS);
  expect(statuses(after.heard)).toEqual([200]);
});

it(`${RESETS} times every connection reset under ${CHANGES} changes that are repeated until answered: each happens once`, async () => {
  const random = seededRandom(`${SEED}/resets`);
  const names = Array.from({ length: CHANGES }, (_, n) => `重置${n}`);
  const waiting = [...names];
  let repeated = 0;
  const wrong: string[] = [];
  const changing = Array.from({ length: AT_ONCE }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const change = { key: randomUUID(), body: { name, color: 'blue' } };
      for (;;) {
        const { status, code } = await ask(createTag.path, change);
        if (code === '200') break;
        if (status !== 503) {
          wrong.push(`${name}: ${status} ${code}`);
          break;
        }
        repeated += 1;
        await wait(20 + random.int(100));
      }
    }
  });
  for (let reset = 0; reset < RESETS && waiting.length > 0; reset += 1) {
    await wait(20 + random.int(150));
    line.reset();
  }
  await Promise.all(changing);
  console.info(`${repeated} answers were a 503 and asked for again`);
  expect(wrong).toEqual([]);
  const rows = await host.db.selectFrom('cards.tag').select('name').where('name', 'in', names).execute();
  expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  const told = await host.db
    .selectFrom('audit.operation_log')
    .select('summary')
    .where('endpoint', '=', createTag.name)
    .where('summary', 'in', names)
    .execute();
  expect(told.map(({ summary }) => summary).sort()).toEqual([...names].sort());
  expect(repeated).toBeGreaterThan(0);
});
