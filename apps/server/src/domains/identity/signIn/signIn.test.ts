import { listCustomers, setCustomerStatus } from '@cardinal/contract/api/customers/customers.ts';
import { resetPassword, setAccountStatus } from '@cardinal/contract/api/identity/accounts.ts';
import { changePassword, readCaptcha, readMe, signIn, signOut } from '@cardinal/contract/api/identity/identity.ts';
import {
  editCustomerSetting,
  editPlatformSettings,
  readPlatformSettings,
} from '@cardinal/contract/api/settings/settings.ts';
import { UNATTENDED_HEADER } from '@cardinal/contract/framework/unattended.ts';
import { type Caller, DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { attemptsAt } from '@cardinal/testing/attempts.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const it = await forThisFile(testApp({ demo: 'people' }));

const { attempt, freshAddress } = attemptsAt(it);

async function session(account: string, password?: string, remember = false) {
  const answer = await attempt(account, password, { remember });
  expect(answer.code).toBe('200');
  return it.withToken(answer.data.token ?? '');
}

describe('the code', () => {
  test('is a picture without text, and a question in words on demand', async () => {
    const { image, question } = await it.nobody.ask(readCaptcha, { address: freshAddress() });
    expect(question).toBeNull();
    const svg = Buffer.from(image!.split(',')[1]!, 'base64').toString();
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toContain('<text');
    const spoken = await it.nobody.ask(readCaptcha, {
      address: freshAddress(),
      query: { form: 'text' },
      language: 'en',
    });
    expect(spoken.image).toBeNull();
    expect(spoken.question).toMatch(/plus/);
  });

  test('is used up by a wrong attempt: the right code with the same picture is refused, a new picture works', async () => {
    const { captchaId } = await it.nobody.ask(readCaptcha, { address: freshAddress() });
    const body = { account: 'agent', password: DEMO_PASSWORD, captchaId, captchaCode: '0000' };
    expect((await it.nobody.call(signIn, { body, address: freshAddress() })).code).toBe('4000102');
    const again = { ...body, captchaCode: TEST_CAPTCHA };
    expect((await it.nobody.call(signIn, { body: again, address: freshAddress() })).code).toBe('4000102');
    expect((await attempt('agent')).code).toBe('200');
  });

  test('serves one of several attempts at once', async () => {
    const { captchaId } = await it.nobody.ask(readCaptcha, { address: freshAddress() });
    const body = { account: 'agent', password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
    const address = freshAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => it.nobody.call(signIn, { body, address })));
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200', '4000102']));
  });

  test('is gone after 120 seconds', async () => {
    const { captchaId } = await it.nobody.ask(readCaptcha, { address: freshAddress() });
    it.clock.advance(120_000);
    const body = { account: 'agent', password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
    expect((await it.nobody.call(signIn, { body, address: freshAddress() })).code).toBe('4000102');
  });

  test('is given twenty times a minute to one address', async () => {
    const address = freshAddress();
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push(await it.nobody.call(readCaptcha, { address }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({ code: '4290001', data: null });
  });
});

describe('refusals at the door', () => {
  const seen = ({ status, code, message, data }: Awaited<ReturnType<typeof attempt>>) => ({
    status,
    code,
    message,
    data,
  });

  test('are the same words for a wrong password and a name nobody has, also once too many were tried', async () => {
    const admin = await it.as('admin');
    await admin.ask(setAccountStatus, { body: { id: '1010', status: 0 } });
    const told = async (account: string) => {
      const address = freshAddress();
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push(seen(await attempt(account, 'Wrong@2026', { address })));
      return answers;
    };
    const wrong = await told('rival');
    expect(wrong.slice(0, 4)).toEqual(
      Array(4).fill({ status: 200, code: '4000101', message: '账号或密码错误', data: null }),
    );
    const locked = { status: 200, code: '4000105', message: '尝试次数过多，15 分钟后再试', data: null };
    expect(wrong.slice(4)).toEqual([locked, locked]);
    expect(await told('nobody-of-that-name')).toEqual(wrong);
    // Without its password a disabled account looks like any other.
    expect(await told('warehouse')).toEqual(wrong);
    expect(seen(await attempt('warehouse'))).toEqual({
      status: 200,
      code: '4000106',
      message: '账号已停用',
      data: null,
    });
  });

  test('of a locked name are those of the lock, whatever password comes, however the name is typed', async () => {
    const address = freshAddress();
    for (let n = 0; n < 5; n += 1) await attempt('Rival', 'Wrong@2026', { address });
    expect((await attempt('rival', DEMO_PASSWORD, { address })).code).toBe('4000105');
    expect((await attempt('RIVAL', 'Wrong@2026', { address })).code).toBe('4000105');
  });

  test('five wrong passwords lock the name for this address only, 15 minutes first, then 30', async () => {
    const address = freshAddress();
    const fail = async () => {
      for (let n = 0; n < 5; n += 1) await attempt('enterprise', 'Wrong@2026', { address });
    };
    const told = async () => (await attempt('enterprise', DEMO_PASSWORD, { address })).message;
    await fail();
    expect(await told()).toBe('尝试次数过多，15 分钟后再试');
    it.clock.advance(10.5 * MINUTE);
    expect(await told()).toBe('尝试次数过多，5 分钟后再试');
    expect((await attempt('enterprise')).code).toBe('200');
    it.clock.advance(4.5 * MINUTE);
    await fail();
    expect(await told()).toBe('尝试次数过多，30 分钟后再试');
    it.clock.advance(29.9 * MINUTE);
    expect(await told()).toBe('尝试次数过多，1 分钟后再试');
    it.clock.advance(0.2 * MINUTE);
    expect((await attempt('enterprise', DEMO_PASSWORD, { address })).code).toBe('200');
  });

  test('guesses sent at the same moment are counted like those one after the other', async () => {
    const address = freshAddress();
    await Promise.all(Array.from({ length: 12 }, (_, n) => attempt('miniapp', `Guess@${n}00`, { address })));
    expect((await attempt('miniapp', DEMO_PASSWORD, { address })).code).toBe('4000105');
    const results = await it.db
      .selectFrom('identity.login_attempt')
      .select('result')
      .where('address', '=', address)
      .execute();
    expect(results.filter(({ result }) => result === 'wrong')).toHaveLength(5);
  });
});

describe('a session', () => {
  test('answers who is signed in and keeps no token in the database', async () => {
    const answer = await attempt('agent');
    const me = await it.withToken(answer.data.token ?? '').ask(readMe);
    expect(me).toMatchObject({
      account: { account: 'agent' },
      customer: { id: '10', kind: 'AGENT' },
      mustChangePassword: false,
    });
    expect(me.permissions).toContain('user.add');
    expect(me.permissions).not.toContain('platformSet.edit');
    expect(Buffer.from(answer.data.token ?? '', 'base64url').length).toBeGreaterThanOrEqual(16);
    const { rows } = await sql<{ row: string }>`select s::text as row from identity.session s`.execute(it.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(answer.data.token);
      expect(row).not.toContain(Buffer.from(answer.data.token ?? '').toString('hex'));
    }
  });

  test('is not signed in after signing out', async () => {
    const agent = await session('agent');
    await agent.ask(signOut);
    expect((await agent.call(readMe)).code).toBe('5005003');
    expect((await it.withToken('nonsense').call(readMe)).code).toBe('5005003');
    expect((await it.nobody.call(readMe)).code).toBe('5005003');
  });

  test('ends two hours after its last request', async () => {
    const agent = await session('agent');
    it.clock.advance(119 * MINUTE);
    expect((await agent.call(readMe)).code).toBe('200');
    it.clock.advance(119 * MINUTE);
    expect((await agent.call(readMe)).code).toBe('200');
    it.clock.advance(120 * MINUTE);
    expect((await agent.call(readMe)).code).toBe('5005004');
  });

  test('ends after a day however busy, a remembered one after thirty days however busy', async () => {
    const busy = await session('agent');
    const remembered = await session('agent', DEMO_PASSWORD, true);
    for (let hour = 1; hour < 24; hour += 1) {
      it.clock.advance(HOUR);
      expect((await busy.call(readMe)).code).toBe('200');
    }
    it.clock.advance(HOUR);
    expect((await busy.call(readMe)).code).toBe('5005004');
    for (let day = 2; day < 30; day += 2) {
      expect((await remembered.call(readMe)).code).toBe('200');
      it.clock.advance(48 * HOUR);
    }
    it.clock.advance(24 * HOUR);
    expect((await remembered.call(readMe)).code).toBe('5005004');
  });

  test('that is remembered ends after seven idle days, or those the platform sets', async () => {
    const DAY = 24 * HOUR;
    const idle = await session('agent', DEMO_PASSWORD, true);
    it.clock.advance(6.9 * DAY);
    expect((await idle.call(readMe)).code).toBe('200');
    it.clock.advance(7 * DAY);
    expect((await idle.call(readMe)).code).toBe('5005004');
    const before = await session('agent', DEMO_PASSWORD, true);
    const admin = await session('admin');
    const { version, settings } = await admin.ask(readPlatformSettings);
    const limits = { ...settings.limits, rememberedIdleDays: 2 };
    await admin.ask(editPlatformSettings, { body: { version, settings: { ...settings, limits } } });
    it.clock.advance(2 * DAY);
    expect((await before.call(readMe)).code).toBe('5005004');
  });

  test('is kept open by what a person does, not by what an open page asks by itself', async () => {
    const [left, used] = [await session('agent'), await session('agent')];
    const poll = (who: Caller) => who.call(readMe, { raw: { headers: { [UNATTENDED_HEADER]: '1' } } });
    const told = [];
    for (let n = 0; n < 3; n += 1) {
      it.clock.advance(50 * MINUTE);
      expect((await used.call(readMe)).code).toBe('200');
      told.push((await poll(left)).code, (await poll(used)).code);
    }
    expect(told).toEqual(['200', '200', '200', '200', '5005004', '200']);
  });

  test('is refused at once from an address its customer does not list, and works again from one that is', async () => {
    const agent = await session('agent');
    const from = (address: string) => agent.call(readMe, { address });
    const allow = (value: string[], address: string) =>
      agent.ask(editCustomerSetting, { address, body: { name: 'allowedAddresses', value } });
    expect((await from('198.51.100.7')).code).toBe('200');
    await allow(['203.0.113.5'], '203.0.113.5');
    expect([(await from('198.51.100.7')).code, (await from('203.0.113.5')).code]).toEqual(['5005004', '200']);
    expect((await from('::ffff:203.0.113.5')).code).toBe('200');
    // The list of one customer is nobody else's.
    expect((await (await session('subagent')).call(readMe, { address: '198.51.100.7' })).code).toBe('200');
    await allow([], '203.0.113.5');
    expect((await from('198.51.100.7')).code).toBe('200');
  });

  test('ends when the account is disabled', async () => {
    const caiwu = await session('caiwu');
    const agent = await session('agent');
    await agent.ask(setAccountStatus, { body: { id: '1012', status: 0 } });
    expect((await caiwu.call(readMe)).code).toBe('5005004');
    await agent.ask(setAccountStatus, { body: { id: '1012', status: 1 } });
    expect((await caiwu.call(readMe)).code).toBe('5005004');
  });

  test('ends when the customer is disabled, and does not come back with it', async () => {
    const admin = await session('admin');
    const rival = await session('rival');
    expect((await rival.call(readMe)).code).toBe('200');
    await admin.ask(setCustomerStatus, { body: { id: '20', status: 0 } });
    const idle = await it.db.selectFrom('identity.session').select('id').where('customer_id', '=', '20').execute();
    expect(idle.length).toBeGreaterThan(0);
    expect((await attempt('rival')).code).toBe('4000106');
    it.clock.advance(MINUTE);
    await admin.ask(setCustomerStatus, { body: { id: '20', status: 1 } });
    expect((await rival.call(readMe)).code).toBe('5005004');
    expect((await attempt('rival')).code).toBe('200');
  });
});

describe('a password', () => {
  test('changed in one browser ends the other; the old one is refused; no log keeps either', async () => {
    const here = await session('subagent');
    const there = await session('subagent');
    const body = { oldPassword: DEMO_PASSWORD, newPassword: 'Changed#2027', confirmation: 'Changed#2027' };
    await here.ask(changePassword, { body, address: freshAddress() });
    expect((await there.call(readMe)).code).toBe('5005004');
    expect((await here.call(readMe)).code).toBe('200');
    expect((await attempt('subagent')).code).toBe('4000101');
    expect((await attempt('subagent', 'Changed#2027')).code).toBe('200');
    const rows = await it.db
      .selectFrom('audit.operation_log')
      .selectAll()
      .where('endpoint', '=', 'auth.changePassword')
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Changed#2027|Cardinal@2026/);
  });

  test('must fit the rules, differ from the old one and the name, and be typed the same twice', async () => {
    const agent = await session('agent');
    const change = async (newPassword: string, confirmation = newPassword, oldPassword = DEMO_PASSWORD) => {
      const answer = await agent.call(changePassword, {
        address: freshAddress(),
        body: { oldPassword, newPassword, confirmation },
      });
      const { errors } = (answer.data ?? { errors: [] }) as unknown as { errors: { field: string }[] };
      return [answer.code, ...errors.map(({ field }) => field)];
    };
    expect(await change('short')).toEqual(['4000422', 'newPassword']);
    expect(await change('OnlyLetters')).toEqual(['4000422', 'newPassword']);
    expect(await change('Good#2027', 'Good#2028')).toEqual(['4000422', 'confirmation']);
    expect(await change(DEMO_PASSWORD)).toEqual(['4000104', 'newPassword']);
    expect(await change('Good#2027', 'Good#2027', 'Wrong@2026')).toEqual(['4000103', 'oldPassword']);
  });

  test('five wrong old ones lock like failed sign-ins', async () => {
    const kefu = await session('kefu');
    const address = freshAddress();
    const body = { oldPassword: 'Wrong@2026', newPassword: 'Good#2027', confirmation: 'Good#2027' };
    for (let n = 0; n < 5; n += 1) await kefu.call(changePassword, { body, address });
    const right = { ...body, oldPassword: DEMO_PASSWORD };
    expect((await kefu.call(changePassword, { body: right, address })).code).toBe('4000105');
    expect((await attempt('kefu', DEMO_PASSWORD, { address })).code).toBe('4000105');
  });

  test('is guessed twenty times with a stolen session at most, from however many addresses; strangers do not stop its owner', async () => {
    const finance = await session('finance');
    const change = async (oldPassword: string) => {
      const body = { oldPassword, newPassword: 'Good#2027', confirmation: 'Good#2027' };
      return (await finance.call(changePassword, { body, address: freshAddress() })).code;
    };
    // Strangers who guess at the login page count elsewhere.
    for (let n = 0; n < 21; n += 1) await attempt('finance', 'Wrong@2026');
    const told = [];
    for (let n = 0; n < 25; n += 1) told.push(await change('Wrong@2026'));
    expect(told).toEqual([...Array(19).fill('4000103'), ...Array(6).fill('4000105')]);
    expect(await change(DEMO_PASSWORD)).toBe('4000105');
    it.clock.advance(16 * MINUTE);
    expect(await change(DEMO_PASSWORD)).toBe('200');
  });

  test('reset by another must be changed before anything else is done', async () => {
    const agent = await session('agent');
    const { password } = await agent.ask(resetPassword, { body: { id: '1013' } });
    const readonly = await session('readonly', password);
    expect(await readonly.ask(readMe)).toMatchObject({ mustChangePassword: true });
    expect(await readonly.call(listCustomers)).toMatchObject({ status: 403, code: '4030003' });
    const body = { oldPassword: password, newPassword: 'Fresh#2027', confirmation: 'Fresh#2027' };
    await readonly.ask(changePassword, { body, address: freshAddress() });
    expect((await readonly.call(listCustomers)).code).toBe('200');
  });
});

test('a hash of a lower cost is made anew at the next sign-in', async () => {
  const old = await hash(DEMO_PASSWORD, { memoryCost: 4_096, timeCost: 1, parallelism: 1 });
  const ofFinance = () =>
    it.db
      .selectFrom('identity.account')
      .select('password_hash')
      .where('account', '=', 'finance')
      .executeTakeFirstOrThrow();
  await it.db.updateTable('identity.account').set({ password_hash: old }).where('account', '=', 'finance').execute();
  expect((await attempt('finance')).code).toBe('200');
  expect((await ofFinance()).password_hash).toMatch(/m=19456,t=2/);
  expect((await attempt('finance')).code).toBe('200');
});

test('an account without a role is told to ask an administrator, and each try is logged', async () => {
  const norole = await session('norole');
  expect(await norole.ask(readMe)).toMatchObject({ roles: [], permissions: [] });
  const answer = await norole.call(listCustomers);
  expect(answer).toMatchObject({ status: 403, code: '4030002', message: '未分配角色，请联系管理员配置' });
  const rows = await it.db
    .selectFrom('audit.operation_log')
    .select(['result', 'code', 'actor_name', 'endpoint'])
    .where('actor_name', '=', 'norole')
    .where('result', '=', 'refused')
    .execute();
  expect(rows).toEqual([{ result: 'refused', code: '4030002', actor_name: 'norole', endpoint: 'customers.list' }]);
});
