import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import { streamTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { openLine } from '@cardinal/testing/databaseLine.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../runtime/freePort.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { startChild } from './childProgram.ts';
import { envelopeFaults } from './envelopeRules.ts';

type Heard = { statusCode: number; headers: Record<string, unknown>; body: string; ms: number };

let token = '';
const agent = new Agent({ keepAlive: true, maxSockets: 60 });

/** One request to its last byte; a truncated response is an error. */
function hear(
  path: string,
  options: { body?: unknown; onOpen?: (answer: IncomingMessage) => void } = {},
): Promise<Heard> {
  const startedAt = performance.now();
  const { body, onOpen } = options;
  return new Promise((resolve, reject) => {
    const asked = request(
      child.address + path,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (answer) => {
        onOpen?.(answer);
        let text = '';
        answer.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        answer.on('error', reject);
        answer.on('end', () =>
          answer.complete
            ? resolve({
                statusCode: answer.statusCode ?? 0,
                headers: answer.headers,
                body: text,
                ms: performance.now() - startedAt,
              })
            : reject(new Error(`cut: ${path}`)),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function login(account: string): Promise<() => Promise<Heard>> {
  const { data } = JSON.parse((await hear(readCaptcha.path)).body) as { data: { captchaId: string } };
  const body = { account, password: DEMO_PASSWORD, captchaId: data.captchaId, captchaCode: TEST_CAPTCHA };
  return () => hear(signIn.path, { body });
}

async function until(holds: () => Promise<boolean>, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`not within ${withinMs} ms`);
    await wait(50);
  }
  return performance.now() - startedAt;
}

const world = await forThisFile(testApp({ demo: 'people' }));
const line = await openLine(world.superuserUrl);
const folder = await mkdtemp(join(tmpdir(), 'cardinal-life-'));
const child = await startChild({
  DATABASE_URL: line.url,
  DATA_DIR: folder,
  PORT: String(await freePort()),
  HOST: '127.0.0.1',
  SECRETS_KEY: EXAMPLE_SECRETS_KEY,
  CAPTCHA_FIXED: TEST_CAPTCHA,
  ROLES: 'web,worker',
  DEMO: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
});
afterAll(async () => {
  agent.destroy();
  child.signal('SIGKILL');
  await child.ended;
  line.close();
  await rm(folder, { recursive: true, force: true });
});
beforeAll(async () => {
  const answer = await (await login('agent'))();
  token = (JSON.parse(answer.body) as { data: { token: string } }).data.token;
});

describe('the running program', () => {
  it('answers 503 while its database is gone, lives on, and serves again by itself', async () => {
    expect((await hear(listCustomers.path)).statusCode).toBe(200);
    line.cut();
    const during = await Promise.all(Array.from({ length: 20 }, () => hear(listCustomers.path)));
    for (const answer of during) {
      expect(answer.statusCode).toBe(503);
      expect(envelopeFaults({ ...answer, statusCode: 403 }, 'zh_CN')).toEqual([]);
      expect(answer.ms).toBeLessThan(5_000);
    }
    expect((await hear('/healthz')).statusCode).toBe(200);
    expect((await hear('/readyz')).statusCode).toBe(503);
    line.mend();
    // Wait until the count is stable: dead connections may be detected a moment after new ones are made.
    let steady = 0;
    const backAfter = await until(async () => {
      const [ready, list] = await Promise.all([hear('/readyz'), hear(listCustomers.path)]);
      steady = ready.statusCode === 200 && list.statusCode === 200 ? steady + 1 : 0;
      return steady === 40;
    }, 20_000);
    expect(backAfter).toBeLessThan(12_000);
  });

  it('serves a database that answers late, only later', async () => {
    line.delay(100);
    const asked: Promise<Heard>[] = [];
    for (let n = 0; n < 20; n += 1) {
      asked.push(hear(listCustomers.path));
      await wait(100);
    }
    const answers = await Promise.all(asked);
    line.mend();
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('answers 503 within five seconds while its database swallows everything, and nothing piles up', {
    timeout: 60_000,
  }, async () => {
    line.swallow();
    const asked: Promise<Heard>[] = [];
    for (let n = 0; n < 35; n += 1) {
      asked.push(hear(listCustomers.path));
      await wait(200);
    }
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    for (const answer of answers) expect(envelopeFaults({ ...answer, statusCode: 403 }, 'zh_CN')).toEqual([]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5_000);
    // Once the outage is detected nobody waits for it any more.
    expect(answers.slice(-5).every(({ ms }) => ms < 1_000)).toBe(true);
    expect((await hear('/healthz')).statusCode).toBe(200);
    line.mend();
    const backAfter = await until(async () => (await hear(listCustomers.path)).statusCode === 200, 20_000);
    expect(backAfter).toBeLessThan(10_000);
  });

  it('finishes what it was asked before it ends on SIGTERM, with 0', async () => {
    let opened: () => void = () => {};
    const streamIsOpen = new Promise<void>((resolve) => {
      opened = resolve;
    });
    const stream = hear((streamTasks as Endpoint).path, { onOpen: () => opened() });
    await streamIsOpen;
    // Connections not yet accepted when listening stops may fail, so all requests use existing ones.
    await Promise.all(Array.from({ length: 45 }, () => hear('/healthz')));
    // Two are hashed at a time, so most are still waiting when the first gets its response.
    const logins = await Promise.all(Array.from({ length: 12 }, () => login('operator')));
    const asked = [...logins.map((each) => each()), ...Array.from({ length: 30 }, () => hear(listCustomers.path))];
    await Promise.race(asked.slice(0, logins.length));
    const saidBefore = child.said().length;
    child.signal('SIGTERM');
    const answers = await Promise.allSettled(asked);
    expect(answers.filter((each) => each.status === 'rejected').map((each) => String(each.reason))).toEqual([]);
    const statuses = answers.map((each) => (each.status === 'fulfilled' ? each.value.statusCode : 0));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await stream).statusCode).toBe(200);
    const { code, said } = await child.ended;
    expect([code, said.slice(saidBefore)]).toEqual([0, '']);
  });
});
