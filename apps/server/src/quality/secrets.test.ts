import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listProfilePresets, tryCarrierProfile } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import * as carriers from '@cardinal/contract/api/carriers/carriers.ts';
import { askCashOut, retryCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { addSource, editSource } from '@cardinal/contract/api/externalPackages/sources.ts';
import * as accounts from '@cardinal/contract/api/identity/accounts.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import * as identity from '@cardinal/contract/api/identity/identity.ts';
import { beginTwoStep } from '@cardinal/contract/api/identity/twoStep.ts';
import { programRoutes } from '@cardinal/contract/api/miniPrograms/programRoutes.ts';
import { createApiKey, rotateApiKey } from '@cardinal/contract/api/openApi/keys.ts';
import * as merchants from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addPublicAccount, editPublicAccount } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { readSingleSignOn, saveProvider, testProvider } from '@cardinal/contract/api/singleSignOn/providers.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Envelope } from '@cardinal/contract/framework/envelope.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openCarrierAccount } from '../domains/carriers/accounts/openAccount.ts';
import { DOMAINS } from '../domains.ts';
import { freePort } from '../runtime/freePort.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { writeSheet } from '../sheets/writeSheet.ts';
import { runToEnd, startChild } from './childProgram.ts';
import { formOf, inputSchemaOf } from './malformedRequests.ts';
import { DOORS, MARKERS } from './secretDoors.testdata.ts';

const answers: string[] = [];
const tokens: string[] = [];
/** Secrets the program generates, by kind. Each appears only in the response that creates it. */
const made: Record<string, string> = {};
const MAKES_SECRETS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  identity.signIn,
  accounts.addAccount,
  accounts.resetPassword,
  createApiKey,
  rotateApiKey,
  beginTwoStep,
]);

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

const world = await forThisFile(testApp({ demo: 'people' }));
const jasper = await forThisFile(simulatedJasper());
jasper.simulator.jasper.openAccount({
  username: 'marked',
  secret: MARKERS.apiKey,
  callsPerSecond: null,
  callsInFlight: null,
});
const folder = await mkdtemp(join(tmpdir(), 'cardinal-secrets-'));
const port = await freePort();
const child = await startChild(environment(EXAMPLE_SECRETS_KEY));
afterAll(async () => {
  child.signal('SIGKILL');
  await child.ended;
  await rm(folder, { recursive: true, force: true });
});

let calls = 0;
async function ask(
  endpoint: Endpoint,
  body?: unknown,
  token = '',
  sheet?: Buffer,
): Promise<Envelope<Record<string, string>>> {
  calls += 1;
  const form = sheet && formOf(body as Record<string, string>, 'sheet.xlsx', sheet);
  const isQuestion = endpoint.method === 'GET';
  const query = isQuestion && body ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
  const payload = form?.payload ?? (body === undefined ? '' : JSON.stringify(body));
  const answer = await fetch(child.address + endpoint.path + query, {
    method: endpoint.method,
    headers: {
      authorization: token,
      [IDEMPOTENCY_HEADER]: `secrets-${calls}`,
      ...(isQuestion || payload === '' ? {} : { 'content-type': form?.type ?? 'application/json' }),
    },
    ...(isQuestion || payload === '' ? {} : { body: payload }),
  });
  const text = await answer.text();
  if (!MAKES_SECRETS.has(endpoint)) answers.push(text);
  return JSON.parse(text) as Envelope<Record<string, string>>;
}

/** The data of a successful response. */
async function done(...given: Parameters<typeof ask>): Promise<Record<string, string>> {
  const { code, message, data } = await ask(...given);
  expect([given[0].name, code, message]).toEqual([given[0].name, '200', message]);
  return data;
}

async function signIn(account: string, password: string): Promise<string> {
  const { data } = await ask(identity.readCaptcha);
  const body = { account, password, captchaId: data['captchaId'], captchaCode: TEST_CAPTCHA };
  const token = (await ask(identity.signIn, body)).data?.['token'] ?? '';
  if (token) tokens.push(token);
  return token;
}

/** Every row of every table as the database owner sees it. */
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

/** In plain text, as in a byte column, and in the simplest encodings. */
const forms = (marker: string): string[] => {
  const bytes = Buffer.from(marker);
  // Base64 of the text at any position inside a longer one: the middle is the same in one of three offsets.
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

  it('of new accounts, customers, keys and second steps as well', async () => {
    const admin = await signIn('admin', DEMO_PASSWORD);
    const person = { customerId: '10', name: '王芳', roleIds: [] };
    await done(accounts.addAccount, { ...person, account: 'marked01', password: MARKERS.accountPassword }, admin);
    const { id, password = '' } = await done(accounts.addAccount, { ...person, account: 'marked02' }, admin);
    const { password: anew = '' } = await done(accounts.resetPassword, { id }, admin);
    const customer = addCustomer.example?.body as { firstAccount: object };
    const firstAccount = { ...customer.firstAccount, password: MARKERS.customerPassword };
    await done(addCustomer, { ...customer, firstAccount }, admin);
    const agent = await signIn('agent', MARKERS.newPassword);
    const provider = { ...(saveProvider.example?.body as object), clientSecret: MARKERS.clientSecret };
    await done(saveProvider, provider, admin);
    const { clientId, scopes, consoleOrigin } = provider as unknown as Record<string, string>;
    const tried = { customerId: '10', issuer: jasper.url, clientId, scopes, consoleOrigin };
    await done(testProvider, { ...tried, clientSecret: MARKERS.triedClientSecret }, admin);
    await done(readSingleSignOn as unknown as Endpoint, { customerId: '10' }, admin);
    const key = await done(createApiKey, { name: '标记', scopes: ['card.read'], addresses: [] }, agent);
    const rotated = await done(rotateApiKey, { id: key['id'], version: 1, overlapHours: 1 }, agent);
    const step = await done(beginTwoStep, { password: DEMO_PASSWORD }, admin);
    Object.assign(made, {
      password,
      'password made anew': anew,
      'key secret': key['secret'],
      'second key secret': rotated['secret'],
      'two-step secret': step['secret'],
    });
  });

  it('of a description that is only tried, and in a sheet of activation codes', async () => {
    const admin = await signIn('admin', DEMO_PASSWORD);
    const adding = { name: '试用通道', adapter: 'generic', baseUrl: `${jasper.url}/generic` };
    const presets = (await done(listProfilePresets, { adapter: 'generic' }, admin)) as unknown as { profile: object }[];
    const [profile] = presets.map((preset) => preset.profile);
    const { accountId } = await done(carriers.addCarrierAccount, { ...adding, profile }, admin);
    const loud = { ...profile, headers: { 'x-loud': 'a {credential.apiKey} b' } };
    await done(tryCarrierProfile, { accountId, profile: loud, credentials: { apiKey: MARKERS.trialKey } }, admin);

    const ctx = world.app.systemContext('test');
    const open = (name: string, adapter: string) =>
      openCarrierAccount(ctx, { customerId: '1', name, adapter, baseUrl: 'http://127.0.0.1:9' });
    const accountsOfSheet = {
      carrierAccountId: await open('国际标记', 'international'),
      smdpAccountId: await open('SM-DP+ 标记', 'esim'),
    };
    const row = (n: number, code: string) => [
      withCheckDigit(`894930${String(n).padStart(13, '0')}`),
      `26201${String(n).padStart(10, '0')}`,
      'DE-TEST',
      'DE',
      code,
    ];
    const path = join(folder, 'codes.xlsx');
    await writeSheet(path, {
      format: 'xlsx',
      columns: ['ICCID*', 'IMSI*', '码号类型*', '国家*', '激活码'].map((title) => ({ title, kind: 'text' })),
      rows: [
        row(1, `LPA:1$smdp.example.com$${MARKERS.matchingId}`),
        row(1, `LPA:1$smdp.example.com$${MARKERS.refusedMatchingId}`),
      ],
    });
    const sheet = await readFile(path);
    await rm(path);
    const { batchId } = await done(numberImports.upload, accountsOfSheet, admin, sheet);
    const state = async () => (await done(numberImports.detail, { esimBatchId: batchId }, admin))['state'];
    await expect.poll(state, { timeout: 30_000, interval: 100 }).toBe('waiting');
    await done(numberImports.decide, { esimBatchId: batchId, choice: 'all' }, admin);
    await expect.poll(state, { timeout: 30_000, interval: 100 }).toBe('done');
  });

  it('of merchants at payment providers, added and replaced', async () => {
    const admin = await signIn('admin', DEMO_PASSWORD);
    for (const [key, of] of [
      ['wechat', merchants.wechatMerchants],
      ['alipay', merchants.aliPayMerchants],
      ['stripe', merchants.otherMerchants],
    ] as const) {
      const opened = await openMerchant(jasper, key, key === 'wechat' ? { apiV3Key: MARKERS.apiV3Key } : {});
      const terms = { name: `标记 ${key}`, baseUrl: opened.baseUrl, noticeBaseUrl: child.address };
      const provider = key === 'stripe' ? { provider: PaymentProvider.values.stripe } : {};
      const { id } = await done(of.add, { ...provider, ...terms, credentials: opened.credentials }, admin);
      await done(of.edit, { ...terms, id, version: 1, credentials: opened.credentials }, admin);
      // A line of the key within: its first is the same in all.
      made[`private key at ${key}`] =
        opened.credentials['privateKey']
          ?.split('\n')
          .find((line) => line.length > 40)
          ?.slice(-40) ??
        opened.credentials['secretKey'] ??
        '';
    }
  });

  it('of sources of external packages, added and replaced', async () => {
    const admin = await signIn('admin', DEMO_PASSWORD);
    const keyOf = (secret: string) => control(jasper, 'POST', '/source/accounts', { secret });
    const { adapter, ...example } = { adapter: '', ...(addSource.example?.body as object) };
    const terms = { ...example, baseUrl: `${jasper.url}/source` };
    const first = await keyOf(MARKERS.sourceSecret);
    const { id } = await done(addSource, { ...terms, adapter, credentials: first }, admin);
    await done(editSource, { ...terms, id, version: 1, credentials: await keyOf(MARKERS.otherSourceSecret) }, admin);
  });

  it('of public accounts, and the passwords that a cash-out asks for', async () => {
    const admin = await signIn('admin', DEMO_PASSWORD);
    const adding = { name: '标记公众号', appid: 'wx00000000000000ab', secret: MARKERS.publicAccountSecret };
    const { id } = await done(addPublicAccount, adding, admin);
    await done(editPublicAccount, { id, version: 1, name: '标记公众号', secret: MARKERS.otherAccountSecret }, admin);
    const merchant = await world.db
      .selectFrom('payment_providers.merchant')
      .select('id')
      .where('provider', '=', PaymentProvider.values.wechat)
      .executeTakeFirstOrThrow();
    const terms = { name: '标记小程序', merchantId: merchant.id, sellsOnIos: false };
    const program = { ...terms, appid: 'wx00000000000000ac', accountType: 'DEVICE', secret: MARKERS.programSecret };
    const { id: routeId } = await done(programRoutes.create, program, admin);
    await done(programRoutes.edit, { ...terms, id: routeId, version: 1, secret: MARKERS.otherProgramSecret }, admin);
    const agent = await signIn('agent', MARKERS.newPassword);
    const asked = { receiverId: '1', password: MARKERS.cashOutPassword };
    expect((await ask(askCashOut, { ...asked, amount: '1.00' }, agent)).code).not.toBe('200');
    expect((await ask(retryCashOut, { ...asked, id: '1' }, agent)).code).not.toBe('200');
  });

  it('have no further door that this file does not know', () => {
    const doors = new Set<string>();
    const look = (schema: unknown, name: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const key of Object.keys((schema as { properties?: object }).properties ?? {})) {
        if (/password|secret|credential|token$|apikey|privatekey|passphrase|confirmationcode|matchingid/i.test(key)) {
          doors.add(`${name} ${key}`);
        }
      }
      for (const inner of Object.values(schema)) look(inner, name);
    };
    for (const { endpoint } of DOMAINS.flatMap((domain) => domain.routes)) {
      if (endpoint.method !== 'GET') look(inputSchemaOf(endpoint.body), endpoint.name);
    }
    expect([...doors].sort()).toEqual(DOORS);
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
    // Checks that the search itself finds a known value.
    expect(places.tables).toContain('密钥测试通道');
    expect(places.log).toContain('Cardinal is ready');
    expect(tokens.length).toBeGreaterThan(2);
    expect(Object.values(made).every((secret) => secret.length > 8)).toBe(true);
    const secrets = { ...MARKERS, ...made, ...Object.fromEntries(tokens.map((token, at) => [`token ${at}`, token])) };
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
