import { createHmac } from 'node:crypto';
import { listAccounts, setAccountRoles, setAccountStatus } from '@cardinal/contract/api/identity/accounts.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import { saveRole } from '@cardinal/contract/api/identity/roles.ts';
import { deleteProvider, saveProvider } from '@cardinal/contract/api/singleSignOn/providers.ts';
import { beginSignIn, readOffered } from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { CLIENT, hostileProvider, realProvider } from '@cardinal/testing/identityProviders.ts';
import { singleSignOnUnderTest } from '@cardinal/testing/singleSignOnUnderTest.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const real = await forThisFile(realProvider());
const hostile = await forThisFile(hostileProvider());
const company = await singleSignOnUnderTest(it, real, hostile);
const { AGENT, FINANCE, REAL, HOSTILE } = company;
const { settings, stored, change, begin, finish, signInAs, byPassword, lastLog, freshAddress } = company;

describe('signing in by a real provider', () => {
  test('creates an account with the mapped roles and opens an ordinary session', async () => {
    const answer = await signInAs('u-lin', { preferred_username: 'lin.tao', name: '林涛', groups: ['service'] });
    expect(answer).toMatchObject({
      code: '200',
      data: { account: { account: 'lin.tao', name: '林涛' }, customer: { id: AGENT }, mustChangePassword: false },
    });
    const session = it.withToken(answer.data.token ?? '');
    const me = await session.ask(readMe);
    expect(me).toMatchObject({ roles: ['客服'], mustChangePassword: false });
    const { list } = await (await it.as('agent')).ask(listAccounts, { query: { keyword: 'lin.tao' } });
    expect(list).toMatchObject([{ providers: '企业账号', createdBy: '企业账号', mustChangePassword: false }]);
    expect(await lastLog()).toMatchObject({ actor_name: 'lin.tao', customer_id: AGENT, result: 'done' });
  });

  test('finds the same account again although its name has changed at the provider', async () => {
    const answer = await signInAs('u-lin', { preferred_username: 'lin.renamed', groups: ['service'] });
    expect(answer.data.token && answer.data).toMatchObject({ account: { account: 'lin.tao' } });
  });

  test('links an account of the customer by its name, and no other person to it', async () => {
    const answer = await signInAs('u-kefu', { preferred_username: 'KEFU', groups: ['service'] });
    expect(answer.data.token && answer.data).toMatchObject({ account: { id: '1011', account: 'kefu' } });
    expect(await signInAs('u-other', { preferred_username: 'kefu', groups: ['service'] })).toMatchObject({
      code: '4001216',
      data: null,
    });
  });

  test('never reaches accounts of other customers, not even of those above', async () => {
    expect((await signInAs('u-1', { preferred_username: 'admin', groups: ['service'] })).code).toBe('4001217');
    expect((await signInAs('u-2', { preferred_username: 'subagent', groups: ['service'] })).code).toBe('4001217');
    await change(REAL, { createsAccounts: false });
    expect((await signInAs('u-1', { preferred_username: 'admin', groups: ['service'] })).code).toBe('4001216');
    expect((await signInAs('u-3', { preferred_username: 'nobody', groups: ['service'] })).code).toBe('4001216');
    await change(REAL, { createsAccounts: true });
  });

  test('gives and takes the mapped roles at each sign-in, and leaves the others', async () => {
    const rolesAfter = async (groups: readonly string[]) => {
      const answer = await signInAs('u-role', { preferred_username: 'role.test', groups });
      return answer.data?.token ? [...answer.data.roles].sort() : answer.code;
    };
    expect(await rolesAfter(['service', 'finance', 'unmapped'])).toEqual(['客服', '财务'].sort());
    expect(await rolesAfter(['finance'])).toEqual(['财务']);
    const agent = await it.as('agent');
    const { list } = await agent.ask(listAccounts, { query: { keyword: 'role.test' } });
    const { id: own } = await agent.ask(saveRole, { body: { name: '手工角色', permissions: ['accountInfo.view'] } });
    await agent.ask(setAccountRoles, { body: { id: list[0]!.id, roleIds: [FINANCE, own] } });
    expect(await rolesAfter([])).toEqual(['手工角色']);
    expect(await lastLogOf('account')).toMatchObject({
      actor_name: '企业账号',
      before_value: { roles: expect.arrayContaining(['财务', '手工角色']) },
      after_value: { roles: ['手工角色'] },
    });
    // A role that leaves the mapping is taken too.
    expect(await rolesAfter(['service'])).toHaveLength(2);
    await change(REAL, { roleMap: [{ group: 'finance', roleId: FINANCE }] });
    expect(await rolesAfter(['service'])).toEqual(['手工角色']);
    await change(REAL, { roleMap: settings().roleMap });
  });

  test('refuses a person without a mapped role and leaves no account behind', async () => {
    expect((await signInAs('u-none', { preferred_username: 'no.group', groups: ['unmapped'] })).code).toBe('4001218');
    const { list } = await (await it.as('agent')).ask(listAccounts, { query: { keyword: 'no.group' } });
    expect(list).toEqual([]);
    expect(await lastLog()).toMatchObject({
      result: 'refused',
      code: '4001218',
      customer_id: AGENT,
      object_kind: 'identityProvider',
      object_id: REAL,
      summary: 'no.group',
    });
  });

  test('keeps to the allowed domains and believes verified addresses only', async () => {
    await change(REAL, { domains: ['example.com'] });
    const by = async (email: string | undefined, email_verified?: boolean) =>
      (await signInAs('u-mail', { preferred_username: 'mail.test', groups: ['service'], email, email_verified })).code;
    expect(await by('a@example.com', true)).toBe('200');
    expect(await by('a@EXAMPLE.com')).toBe('200');
    expect([await by('a@example.com', false), await by('a@example.org', true), await by(undefined)]).toEqual(
      Array(3).fill('4001215'),
    );
    await change(REAL, { domains: [] });
  });

  test('works on when the provider renews its keys', async () => {
    real.rotate();
    expect((await signInAs('u-lin', { groups: ['service'] })).code).toBe('200');
  });

  test('says what the provider said when the person cancels there', async () => {
    const { url, binding } = await begin();
    expect(await finish(binding, await real.browse(url, ''))).toMatchObject({
      code: '4001213',
      message: expect.stringContaining('access_denied'),
    });
  });

  test('asks an account with two-step verification for its code all the same', async () => {
    await sql`insert into identity.two_step (account_id, customer_id, sealed, since, began_at)
      values (1012, ${AGENT}, 'x', ${it.clock.now()}, ${it.clock.now()})`.execute(it.db);
    const answer = await signInAs('u-caiwu', { preferred_username: 'caiwu', groups: ['finance'] });
    expect(answer).toMatchObject({ code: '200', data: { token: null, ticket: expect.any(String) } });
  });
});

const lastLogOf = (kind: string) =>
  it.db
    .selectFrom('audit.operation_log')
    .selectAll()
    .where('object_kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('an answer of a provider', () => {
  beforeEach(() => {
    real.people.set('u-kefu', { preferred_username: 'kefu', groups: ['service'] });
  });

  test('counts once, of several at the same time too', async () => {
    const { url, binding } = await begin();
    const callback = await real.browse(url, 'u-kefu');
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(binding, callback)));
    expect(answers.map(({ code }) => code).sort()).toEqual(['200', ...Array(4).fill('4001211')]);
    expect((await finish(binding, callback)).code).toBe('4001211');
  });

  test('counts in the browser that started only, and with its own state only', async () => {
    const [mine, other] = [await begin(), await begin()];
    const callback = await real.browse(mine.url, 'u-kefu');
    expect((await finish(other.binding, callback)).code).toBe('4001211');
    const swapped = new URLSearchParams(callback);
    swapped.set('state', new URL(other.url).searchParams.get('state') ?? '');
    expect((await finish(mine.binding, `?${swapped}`)).code).toBe('4001211');
    // With the other's state and binding the code still belongs to another verifier.
    expect((await finish(other.binding, `?${swapped}`)).code).toBe('4001214');
    expect((await finish(mine.binding, callback)).code).toBe('200');
  });

  test('is too late after ten minutes', async () => {
    const { url, binding } = await begin();
    const callback = await real.browse(url, 'u-kefu');
    it.clock.advance(10 * 60_000);
    expect((await finish(binding, callback)).code).toBe('4001211');
    it.clock.set(new Date());
  });

  const now = () => Math.floor(Date.now() / 1_000);
  test.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'http://127.0.0.1:1' }],
    ['another audience', { aud: 'somebody-else' }],
    ['several audiences without us as the party', { aud: ['cardinal', 'x'], azp: 'x' }],
    ['an expired token', { exp: now() - 120 }],
    ['a token of the future', { iat: now() + 600, nbf: now() + 600 }],
    ['no subject', { sub: undefined }],
  ])('with %s is refused, and the reason stands in the operation log', async (_, changed) => {
    const { url, binding } = await begin(HOSTILE);
    expect((await finish(binding, hostile.says(url, changed))).code).toBe('4001214');
    const row = await lastLog();
    expect(row).toMatchObject({ result: 'refused', code: '4001214', object_id: HOSTILE });
    expect((row.after_value as { reason?: string }).reason).toBeTruthy();
  });

  test.each([
    [
      'by a key the provider does not publish',
      (claims: object) => hostile.signed({ alg: 'RS256', kid: 'only' }, claims, hostile.keys.foreign),
    ],
    ['by nobody', (claims: object) => hostile.signed({ alg: 'none' }, claims, null)],
    [
      'with the client secret',
      (claims: object) => {
        const [head, body] = hostile.signed({ alg: 'HS256' }, claims, null).split('.');
        const mac = createHmac('sha256', CLIENT.secret).update(`${head}.${body}`).digest('base64url');
        return `${head}.${body}.${mac}`;
      },
    ],
  ])('signed %s is refused', async (_, make) => {
    const { url, binding } = await begin(HOSTILE);
    expect((await finish(binding, hostile.says(url, {}, make))).code).toBe('4001214');
  });

  test('is accepted from the same provider when it is right', async () => {
    const { url, binding } = await begin(HOSTILE);
    expect((await finish(binding, hostile.says(url))).data?.token).toBeTruthy();
  });

  test('is refused if the provider omits groups because there are too many', async () => {
    await change(HOSTILE, { groupsClaim: 'groups', roleMap: settings().roleMap });
    const { url, binding } = await begin(HOSTILE);
    const callback = hostile.says(url, { _claim_names: { groups: 'src1' } });
    expect((await finish(binding, callback)).code).toBe('4001219');
    await change(HOSTILE, { groupsClaim: null, roleMap: [] });
  });
});

describe('what ends a session', () => {
  const session = async () => {
    const answer = await signInAs('u-kefu', { preferred_username: 'kefu', groups: ['service'] });
    return it.withToken(answer.data.token ?? '');
  };

  test('a disabled account is out at its next request and stays out', async () => {
    const open = await session();
    await (await it.as('agent')).ask(setAccountStatus, { body: { id: '1011', status: 0 } });
    expect((await open.call(readMe)).code).toBe('5005004');
    expect((await signInAs('u-kefu', { groups: ['service'] })).code).toBe('4000106');
    await (await it.as('agent')).ask(setAccountStatus, { body: { id: '1011', status: 1 } });
  });

  test('a disabled provider ends the sessions it opened, and those only', async () => {
    const [open, local] = [await session(), await byPassword('kefu')];
    await change(REAL, { isEnabled: false });
    expect((await open.call(readMe)).code).toBe('5005004');
    expect((await it.withToken(local.data.token ?? '').call(readMe)).code).toBe('200');
    const begun = await it.nobody.call(beginSignIn, { body: { providerId: REAL }, address: freshAddress() });
    expect(begun.code).toBe('4040001');
    expect(await it.nobody.ask(readOffered, { query: { company: 'AGENT-A' } })).toHaveLength(1);
    await change(REAL, { isEnabled: true });
    expect((await session()).token).toBeTruthy();
  });

  test('a disabled provider refuses what was started before', async () => {
    const { url, binding } = await begin();
    const callback = await real.browse(url, 'u-kefu');
    await change(REAL, { isEnabled: false });
    expect((await finish(binding, callback)).code).toBe('4001211');
    await change(REAL, { isEnabled: true });
  });

  test('another issuer forgets who was linked and ends the sessions', async () => {
    const open = await session();
    await change(REAL, { issuer: hostile.issuer });
    expect((await open.call(readMe)).code).toBe('5005004');
    expect((await stored(REAL)).linkedAccounts).toBe(0);
    await change(REAL, { issuer: real.issuer });
  });

  test('a deleted provider ends the sessions it opened', async () => {
    const agent = await it.as('agent');
    const { id } = await agent.ask(saveProvider, { body: settings({ name: '临时' }) });
    const answer = await signInAs('u-kefu', { preferred_username: 'kefu', groups: ['service'] }, id);
    const open = it.withToken(answer.data.token ?? '');
    expect((await open.call(readMe)).code).toBe('200');
    await agent.ask(deleteProvider, { body: { id } });
    expect((await open.call(readMe)).code).toBe('5005004');
    expect(await lastLog()).toMatchObject({ object_id: id, after_value: { deleted: true, endedSessions: 1 } });
  });
});
