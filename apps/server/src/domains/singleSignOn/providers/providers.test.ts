import { setAccountRoles } from '@cardinal/contract/api/identity/accounts.ts';
import { saveRole } from '@cardinal/contract/api/identity/roles.ts';
import {
  deleteProvider,
  readSingleSignOn,
  saveProvider,
  setLocalSignIn,
  testProvider,
} from '@cardinal/contract/api/singleSignOn/providers.ts';
import { readOffered } from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { CLIENT, CONSOLE, hostileProvider, realProvider } from '@cardinal/testing/identityProviders.ts';
import { singleSignOnUnderTest } from '@cardinal/testing/singleSignOnUnderTest.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const real = await forThisFile(realProvider());
const hostile = await forThisFile(hostileProvider());
const company = await singleSignOnUnderTest(it, real, hostile);
const { AGENT, REAL, HOSTILE } = company;
const { settings, change, signInAs, byPassword, freshAddress } = company;

describe('closed password sign-in', () => {
  test('refuses the right password, but never the last administrator', async () => {
    const agent = await it.as('agent');
    const close = (accountIds: string[], isClosed = true) =>
      agent.call(setLocalSignIn, { body: { customerId: AGENT, isClosed, accountIds } });
    expect((await close([])).code).toBe('4001202');
    // An account that is no administrator is no way back in.
    expect((await close(['1012'])).code).toBe('4001202');
    expect((await close(['1003'])).code).toBe('200');
    expect(await byPassword('kefu')).toMatchObject({ code: '4000108', data: null });
    expect((await byPassword('agent')).code).toBe('200');
    // Descendants have rules of their own.
    expect((await byPassword('subagent')).code).toBe('200');
    expect((await signInAs('u-kefu', { preferred_username: 'kefu', groups: ['service'] })).code).toBe('200');

    // The exempt administrator leaves: the others keep a way in.
    await it.db.deleteFrom('identity.account_role').where('account_id', '=', '1003').execute();
    await sql`insert into identity.account_role values (1011, 3010, 10)`.execute(it.db);
    expect((await byPassword('kefu')).code).toBe('200');
    await sql`delete from identity.account_role where account_id = 1011 and role_id = 3010`.execute(it.db);
    await sql`insert into identity.account_role values (1003, 3010, 10)`.execute(it.db);

    // Without an enabled provider nobody is shut out.
    await change(REAL, { isEnabled: false });
    await change(HOSTILE, { isEnabled: false });
    expect((await byPassword('kefu')).code).toBe('200');
    expect((await close(['1003'])).code).toBe('4091201');
    await change(REAL, { isEnabled: true });
    await change(HOSTILE, { isEnabled: true });
    expect((await byPassword('kefu')).code).toBe('4000108');
    expect((await close([], false)).code).toBe('200');
    expect((await byPassword('kefu')).code).toBe('200');
  });
});

describe('the settings', () => {
  test('never answer the client secret, and store it sealed', async () => {
    const answer = await (await it.as('agent')).call(readSingleSignOn, { query: {} });
    expect(answer.data.providers[0]).toMatchObject({ hasSecret: true });
    expect(JSON.stringify(answer)).not.toContain(CLIENT.secret);
    const { rows } = await sql`select p::text from single_sign_on.provider p`.execute(it.db);
    const logged = await sql`select before_value, after_value from audit.operation_log`.execute(it.db);
    expect(JSON.stringify([rows, logged.rows])).not.toContain(CLIENT.secret);
  });

  test('are set by those only who hold everything their customer can hold', async () => {
    const permissions = ['accountConfig.view', 'accountConfig.signIn', 'accountConfig.child', 'accountInfo.view'];
    const agent = await it.as('agent');
    const { id: role } = await agent.ask(saveRole, { body: { name: '只管登录', permissions } });
    await agent.ask(setAccountRoles, { body: { id: '1013', roleIds: [role] } });
    const some = await it.as('readonly');
    expect((await some.ask(readSingleSignOn, { query: {} })).mayEdit).toBe(false);
    expect((await some.call(saveProvider, { body: settings() })).code).toBe('4031201');
    expect((await some.call(deleteProvider, { body: { id: REAL } })).code).toBe('4031201');
    expect((await some.call(setLocalSignIn, { body: { isClosed: false, accountIds: [] } })).code).toBe('4031201');
  });

  test('of a child are set from above; foreign and unknown ones read alike', async () => {
    const [agent, rival, subagent] = [await it.as('agent'), await it.as('rival'), await it.as('subagent')];
    const body = settings({ customerId: '11', roleMap: [], groupsClaim: null, isEnabled: false });
    const { id } = await agent.ask(saveProvider, { body });
    expect((await subagent.ask(readSingleSignOn, { query: {} })).providers).toMatchObject([{ id }]);
    for (const who of [rival, subagent]) {
      const foreign = await who.call(deleteProvider, { body: { id: REAL } });
      expect(foreign).toMatchObject({ code: '4040001' });
      expect(foreign.message).toBe((await who.call(deleteProvider, { body: { id: '999999999999' } })).message);
      expect((await who.call(saveProvider, { body: settings() })).code).toBe('4040001');
      expect((await who.call(saveProvider, { body: settings({ id: REAL, version: 1 }) })).code).toBe('4040001');
      expect((await who.call(readSingleSignOn, { query: { customerId: AGENT } })).code).toBe('4040001');
      expect(
        (await who.call(setLocalSignIn, { body: { customerId: AGENT, isClosed: false, accountIds: [] } })).code,
      ).toBe('4040001');
    }
    // A role of another customer cannot be mapped.
    const mapped = settings({ customerId: '11', id, version: 1 });
    expect((await agent.call(saveProvider, { body: mapped })).code).toBe('4001201');
    expect((await agent.call(saveProvider, { body: { ...body, id, version: 7 } })).code).toMatch(/^409/);
  });

  test.each([
    { issuer: 'http://id.example.com' },
    { issuer: 'https://user:pass@id.example.com' },
    { issuer: 'file:///etc/passwd' },
    { consoleOrigin: 'https://iot.example.com/login' },
    { scopes: 'profile' },
    { domains: ['@example.com'] },
  ])('are refused with %o', async (wrong) => {
    const answer = await (await it.as('agent')).call(saveProvider, { body: settings(wrong) });
    expect(answer.code).toBe('4000422');
  });

  test('offer a company its enabled providers by its code, and tell nothing of others', async () => {
    const ask = (company: string) => it.nobody.ask(readOffered, { query: { company }, address: freshAddress() });
    expect(await ask('agent-a')).toMatchObject([
      { id: REAL, name: '企业账号', consoleOrigin: CONSOLE },
      { id: HOSTILE },
    ]);
    expect([await ask('AGENT-B'), await ask('A-EAST'), await ask('no such company')]).toEqual([[], [], []]);
  });
});

describe('the connection test', () => {
  const run = async (changed: Partial<BodyOf<typeof testProvider>>) => {
    const { issuer, clientId, scopes, consoleOrigin } = settings();
    const body = { customerId: AGENT, issuer, clientId, scopes, consoleOrigin, ...changed };
    const { steps } = await (await it.as('agent')).ask(testProvider, { body, address: freshAddress() });
    return steps.map(({ step, isFine }) => `${step} ${isFine ? 'fine' : 'wrong'}`);
  };

  test('goes through to the client, with the secret typed or stored', async () => {
    const fine = ['discovery fine', 'keys fine', 'client fine'];
    expect(await run({ clientSecret: CLIENT.secret })).toEqual(fine);
    expect(await run({ id: REAL })).toEqual(fine);
  });

  test('says at which step it fails', async () => {
    expect(await run({ clientSecret: 'wrong' })).toEqual(['discovery fine', 'keys fine', 'client wrong']);
    expect(await run({ issuer: 'http://127.0.0.1:9' })).toEqual(['discovery wrong']);
    expect(await run({ issuer: `${real.issuer}/other` })).toEqual(['discovery wrong']);
    hostile.describes({ issuer: 'https://somebody.example.com' });
    expect(await run({ issuer: hostile.issuer })).toEqual(['discovery wrong']);
    hostile.describes({ id_token_signing_alg_values_supported: ['HS256'] });
    expect(await run({ issuer: hostile.issuer })).toEqual(['discovery wrong']);
    hostile.describes({ jwks_uri: `${hostile.issuer}/nothing` });
    expect(await run({ issuer: hostile.issuer })).toEqual(['discovery fine', 'keys wrong']);
    hostile.describes({});
  });

  test('calls no private address, neither the typed one nor one the provider names', async () => {
    expect(await run({ issuer: 'https://169.254.169.254' })).toEqual(['discovery wrong']);
    expect(await run({ issuer: 'https://10.0.0.1' })).toEqual(['discovery wrong']);
    hostile.describes({ jwks_uri: 'https://192.168.0.1/keys' });
    expect(await run({ issuer: hostile.issuer })).toEqual(['discovery fine', 'keys wrong']);
    hostile.describes({ token_endpoint: 'https://192.168.0.1/token' });
    expect(await run({ issuer: hostile.issuer })).toEqual(['discovery fine', 'keys fine', 'client wrong']);
    hostile.describes({});
  });
});
