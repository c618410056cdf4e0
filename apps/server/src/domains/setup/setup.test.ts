import { signIn } from '@cardinal/contract/api/identity/identity.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import { readSite } from '@cardinal/contract/api/settings/settings.ts';
import { beginSetup, finishSetup } from '@cardinal/contract/api/setup/setup.ts';
import { TEST_CAPTCHA, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { startUnderTest } from '@cardinal/testing/programUnderTest.ts';
import { describe, expect, it } from 'vitest';
import { bytesOfBase32, codeOf, stepAt } from '../identity/signIn/totp.ts';
import { administratorByCommand, setupCode } from './face.ts';

const PASSWORD = 'Voyage#2027';

/** An installation nobody has signed in to yet, and the code of its log. */
async function emptyApp() {
  const world = await forThisFile(testApp());
  return { world, code: (await setupCode(world.app.systemContext('test'))) ?? '' };
}

const asked = (setupCode: string, account = 'chief') => ({
  setupCode,
  company: { name: '远航物联' },
  administrator: { account, name: '陈晨', password: PASSWORD },
});

const shown = (world: TestApp, secret: string) => codeOf(bytesOfBase32(secret), stepAt(world.clock.now()));

/** Both calls, as the set-up page makes them. */
async function setUp(world: TestApp, code: string, account?: string) {
  const { secret } = await world.nobody.ask(beginSetup, { body: asked(code, account) });
  return { ...asked(code, account), twoStep: { secret, code: shown(world, secret) } };
}

const counts = async (world: TestApp) => {
  const count = async (table: 'customers.customer' | 'identity.account' | 'identity.role' | 'setup.code') =>
    Number(
      (
        await world.db
          .selectFrom(table)
          .select((on) => on.fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  return {
    customers: await count('customers.customer'),
    accounts: await count('identity.account'),
    roles: await count('identity.role'),
    codes: await count('setup.code'),
  };
};

/** What an answer says to somebody who does not know the path; the id of the request differs always. */
const outside = ({ status, code, message, data, headers }: Awaited<ReturnType<TestApp['nobody']['call']>>) => ({
  status,
  code,
  message,
  data,
  headers: Object.entries(headers)
    .filter(([name]) => !['x-request-id', 'date'].includes(name))
    .sort(),
});

describe('the set-up of an empty installation', async () => {
  const { world, code } = await emptyApp();

  it('is offered on the login page, and has one code for all processes on the database', async () => {
    expect((await world.nobody.ask(readSite)).needsSetup).toBe(true);
    expect(code).toMatch(/^([A-Z2-9]{4}-){4}[A-Z2-9]{4}$/);
    const other = await startUnderTest({
      ownerUrl: world.ownerUrl,
      applicationUrl: world.applicationUrl,
      dataDirectory: world.dataDirectory,
      clock: world.clock,
    });
    expect(await setupCode(other.program.app.systemContext('test'))).toBe(code);
    await other.program.stop();
    const row = await world.db.selectFrom('setup.code').select('sealed').executeTakeFirstOrThrow();
    expect(row.sealed).not.toContain(code);
  });

  it('is refused with a wrong code, a weak password and a wrong number of the authenticator, and stores nothing', async () => {
    const before = await counts(world);
    const wrong = await world.nobody.call(beginSetup, { body: asked('AAAA-BBBB-CCCC-DDDD-EEEE') });
    expect(wrong).toMatchObject({ code: '4001501', data: { errors: [{ field: 'setupCode' }] } });
    const body = await setUp(world, code.toLowerCase().replaceAll('-', ' '));
    expect(await world.nobody.call(finishSetup, { body: { ...body, setupCode: 'AAAA' } })).toMatchObject({
      code: '4001501',
    });
    const alike = { ...body, administrator: { account: 'Chief#2027', name: '陈晨', password: 'chief#2027' } };
    expect(await world.nobody.call(beginSetup, { raw: { body: alike } })).toMatchObject({ status: 422 });
    const stale = { ...body, twoStep: { ...body.twoStep, code: '000000' } };
    expect(await world.nobody.call(finishSetup, { body: stale })).toMatchObject({
      code: '4000171',
      data: { errors: [{ field: 'twoStep.code' }] },
    });
    const surprise = await world.nobody.call(finishSetup, { raw: { body: { ...body, surprise: 1 } } });
    expect(surprise).toMatchObject({ status: 422, data: { errors: [{ field: 'surprise' }] } });
    expect(await counts(world)).toEqual(before);
  });

  it('makes one company and one administrator of several at once, who may do everything and signs in by two steps', async () => {
    const bodies = await Promise.all(['chief', 'other', 'third'].map((account) => setUp(world, code, account)));
    const answers = await Promise.all(bodies.map((body) => world.nobody.call(finishSetup, { body })));
    expect(answers.map((answer) => answer.code).sort()).toEqual(['200', '4040001', '4040001']);
    expect(await counts(world)).toEqual({ customers: 1, accounts: 1, roles: 1, codes: 0 });

    const { data } = answers.find((answer) => answer.code === '200')!;
    expect(data).toMatchObject({
      customer: { kind: 'PLATFORM', name: '远航物联' },
      roles: ['admin'],
      mustChangePassword: false,
    });
    expect(data.recoveryCodes).toHaveLength(10);
    const me = world.withToken(data.token);
    expect((await me.ask(readMenu, { query: { menuVersion: 2 } })).length).toBeGreaterThan(10);

    const captcha = await world.app.http.inject({ url: '/api/auth/v1/captcha' });
    const { captchaId } = captcha.json().data as { captchaId: string };
    const body = { account: data.account.account, password: PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
    expect((await world.nobody.ask(signIn, { body })).token).toBeNull();

    const log = await world.db
      .selectFrom('audit.operation_log')
      .selectAll()
      .where('endpoint', '=', 'setup.finish')
      .execute();
    expect(log).toMatchObject([{ actor_name: data.account.account, object_kind: 'customer', result: 'done' }]);
    expect(JSON.stringify(log)).not.toContain(PASSWORD);
  });

  it('is over then: its paths read like unknown ones, and no code is made again', async () => {
    expect((await world.nobody.ask(readSite)).needsSetup).toBe(false);
    expect(await setupCode(world.app.systemContext('test'))).toBeUndefined();
    const unknown = { ...finishSetup, path: '/api/setup/v1/unknown' };
    for (const endpoint of [beginSetup, finishSetup]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        for (const body of [{}, asked(code), { surprise: 1 }, '{broken']) {
          const raw = { headers: { 'content-type': 'application/json' }, ...(method === 'GET' ? {} : { body }) };
          const here = outside(await world.nobody.call({ ...endpoint, method }, { raw }));
          const there = outside(await world.nobody.call({ ...unknown, method }, { raw }));
          expect([method, body, here]).toEqual([method, body, there]);
        }
      }
    }
  });
});

describe('attempts at the set-up', async () => {
  const { world } = await emptyApp();

  it('are ten a minute from one address', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      codes.push((await world.nobody.call(beginSetup, { body: asked(`GUESS-${n}`), address: '10.9.8.7' })).code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => '4001501'), '4290001']);
  });
});

describe('an administrator by the command line', async () => {
  const { world, code } = await emptyApp();
  const run = (name: string) => world.app.asSystem('administrator', (ctx) => administratorByCommand(ctx, name));

  it('is made with the platform, signs in once with the printed password, and ends the set-up', async () => {
    const { password, isNew } = await run('keeper');
    expect(isNew).toBe(true);
    expect((await world.nobody.call(beginSetup, { body: asked(code) })).code).toBe('4040001');
    const keeper = await world.as('keeper', password);
    expect(await keeper.call(readMenu, { query: { menuVersion: 2 } })).toBeDefined();
    const { must_change_password } = await world.db
      .selectFrom('identity.account')
      .select('must_change_password')
      .where('account', '=', 'keeper')
      .executeTakeFirstOrThrow();
    expect(must_change_password).toBe(true);
  });

  it('gets in again after everything was lost, and each time stands in the operation log', async () => {
    await world.db.updateTable('identity.account').set({ status: 0 }).where('account', '=', 'keeper').execute();
    const { password, isNew } = await run('KEEPER');
    expect(isNew).toBe(false);
    await expect(world.as('keeper', password)).resolves.toBeDefined();
    expect(await counts(world)).toMatchObject({ customers: 1, accounts: 1, roles: 1 });
    const log = await world.db
      .selectFrom('audit.operation_log')
      .select(['actor_name', 'summary'])
      .where('endpoint', '=', 'npm run administrator')
      .execute();
    expect(log).toEqual([
      { actor_name: 'administrator', summary: 'keeper' },
      { actor_name: 'administrator', summary: 'keeper' },
    ]);
  });
});

describe('an installation with customers', async () => {
  const world = await forThisFile(testApp({ demo: 'people' }));

  it('has no code, and the command leaves the accounts of other customers alone', async () => {
    expect(await setupCode(world.app.systemContext('test'))).toBeUndefined();
    const run = world.app.asSystem('administrator', (ctx) => administratorByCommand(ctx, 'agent'));
    await expect(run).rejects.toThrow('agent is an account of a customer below the platform');
    await expect(world.as('agent')).resolves.toBeDefined();
  });
});
