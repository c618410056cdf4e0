import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as carriers from '@cardinal/contract/api/carriers.ts';
import * as identity from '@cardinal/contract/api/identity.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Envelope } from '@cardinal/contract/framework/envelope.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { type SimulatedJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../runtime/freePort.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { type ChildProgram, runToEnd, startChild } from './childProgram.ts';

/** Each goes in through another door; none may be found anywhere afterwards. */
const MARKERS = {
  apiKey: 'Marker-api-key-5521-a8f3',
  refusedKey: 'Marker-refused-key-9034-c1',
  newPassword: 'Mark#Pass7319',
  wrongPassword: 'Mark#Wrong6027',
  malformedPassword: 'Mark#Malformed-password-far-too-long-2290-for-any-rule-of-ours-to-let-it-in',
};

let world: TestApp;
let jasper: SimulatedJasper;
let child: ChildProgram;
let folder: string;
let port: number;
const answers: string[] = [];
const tokens: string[] = [];

const environment = (key: string): Record<string, string> => ({
  DATABASE_URL: world.superuserUrl,
  DATA_DIR: folder,
  PORT: String(port),
  HOST: '127.0.0.1',
  SECRETS_KEY: key,
  CAPTCHA_FIXED: TEST_CAPTCHA,
  ROLES: 'web,worker',
  DEMO: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'trace',
});

beforeAll(async () => {
  world = await testApp({ demo: 'people' });
  jasper = await simulatedJasper();
  jasper.simulator.jasper.openAccount({
    username: 'marked',
    secret: MARKERS.apiKey,
    callsPerSecond: null,
    callsInFlight: null,
  });
  folder = await mkdtemp(join(tmpdir(), 'cardinal-secrets-'));
  port = await freePort();
  child = await startChild(environment(EXAMPLE_SECRETS_KEY));
}, 120_000);
afterAll(async () => {
  child?.signal('SIGKILL');
  await child?.ended;
  await jasper?.stop();
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
});

let calls = 0;
async function ask(endpoint: Endpoint, body?: unknown, token = ''): Promise<Envelope<Record<string, string>>> {
  calls += 1;
  const answer = await fetch(child.address + endpoint.path, {
    method: endpoint.method,
    headers: {
      authorization: token,
      [IDEMPOTENCY_HEADER]: `secrets-${calls}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (endpoint !== identity.signIn) answers.push(text);
  return JSON.parse(text) as Envelope<Record<string, string>>;
}

async function signIn(account: string, password: string): Promise<string> {
  const { data } = await ask(identity.readCaptcha);
  const body = { account, password, captchaId: data['captchaId'], captchaCode: TEST_CAPTCHA };
  const token = (await ask(identity.signIn, body)).data?.['token'] ?? '';
  if (token) tokens.push(token);
  return token;
}

/** Every row of every table as the database's owner sees it. */
async function everyRow(): Promise<string> {
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    const dumps: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
      dumps.push(`${name}\n${rows.map((row) => row.line).join('\n')}`);
    }
    return dumps.join('\n');
  } finally {
    await client.end();
  }
}

async function everyFile(): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
  return contents.join('\n');
}

/** As it is, and as it would look in a column of bytes or behind the plainest encodings. */
const forms = (marker: string): string[] => {
  const bytes = Buffer.from(marker);
  // Base64 of the text wherever it begins in a longer one: the middle is the same in one of three shifts.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift, 'x'), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [marker, bytes.toString('hex'), ...shifted];
};

describe('secrets', () => {
  it('go in through every door that takes one', async () => {
    const admin = await signIn('admin', DEMO_PASSWORD);
    const agent = await signIn('agent', DEMO_PASSWORD);
    expect([admin, agent].every(Boolean)).toBe(true);
    expect(await signIn('agent', MARKERS.wrongPassword)).toBe('');
    expect((await ask(identity.signIn, { account: 'agent', password: MARKERS.malformedPassword })).code).toBe(
      '4000422',
    );
    const body = { oldPassword: DEMO_PASSWORD, newPassword: MARKERS.newPassword, confirmation: MARKERS.newPassword };
    expect((await ask(identity.changePassword, body, agent)).code).toBe('200');
    expect(await signIn('agent', MARKERS.newPassword)).not.toBe('');

    const adding = { name: '密钥测试通道', adapter: 'jasper', baseUrl: jasper.url };
    const { data } = await ask(carriers.addCarrierAccount, adding, admin);
    const accountId = data['accountId'];
    const refused = { username: 'marked', apiKey: MARKERS.refusedKey };
    expect((await ask(carriers.setCarrierSecret, { accountId, credentials: refused }, admin)).code).toBe('4090601');
    const credentials = { username: 'marked', apiKey: MARKERS.apiKey };
    expect((await ask(carriers.setCarrierSecret, { accountId, credentials }, admin)).code).toBe('200');
    expect((await ask(carriers.testCarrierAccount, { accountId }, admin)).data).toMatchObject({ works: true });
    for (const endpoint of [carriers.listCarrierAccounts, carriers.listCarrierCalls]) {
      expect((await ask(endpoint as unknown as Endpoint, undefined, admin)).code).toBe('200');
    }
  });

  it('are found in no table, file, log line, metric or answer', async () => {
    const metrics = await (await fetch(`${child.address}/metrics`)).text();
    const places = {
      tables: await everyRow(),
      files: await everyFile(),
      log: child.said(),
      metrics,
      answers: answers.join('\n'),
    };
    // The search itself finds what is there.
    expect(places.tables).toContain('密钥测试通道');
    expect(places.log).toContain('Cardinal is ready');
    expect(tokens.length).toBeGreaterThan(2);
    const secrets = { ...MARKERS, ...Object.fromEntries(tokens.map((token, at) => [`token ${at}`, token])) };
    const found = Object.entries(places).flatMap(([place, text]) =>
      Object.entries(secrets)
        .filter(([, marker]) => forms(marker).some((form) => text.includes(form)))
        .map(([name]) => `${name} in ${place}`),
    );
    expect(found).toEqual([]);
  });

  it('are not to be had with another key: such a start is refused and says why', async () => {
    child.signal('SIGTERM');
    await child.ended;
    const { code, said } = await runToEnd(environment(randomBytes(32).toString('base64')));
    expect(code).toBe(1);
    expect(said).toContain('SECRETS_KEY');
    expect(said).not.toMatch(/^\s+at /m);
  });
});
