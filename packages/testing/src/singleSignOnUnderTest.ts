import { readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import { readSingleSignOn, saveProvider } from '@cardinal/contract/api/singleSignOn/providers.ts';
import { beginSignIn, finishSignIn } from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, type TestApp } from './app.ts';
import { CLIENT, CONSOLE, type hostileProvider, type Person, type realProvider } from './identityProviders.ts';

type Settings = BodyOf<typeof saveProvider>;

/** Customer 10 of the demo with two providers: an honest one that maps roles, and one that says what a test tells it. */
export async function singleSignOnUnderTest(
  it: TestApp,
  real: Awaited<ReturnType<typeof realProvider>>,
  hostile: Awaited<ReturnType<typeof hostileProvider>>,
) {
  // Providers live in real time, and so do their tokens.
  it.clock.set(new Date());
  const AGENT = '10';
  /** Roles of customer 10: customer service and finance. */
  const [SERVICE, FINANCE] = ['2102', '2103'] as const;

  const settings = (changed: Partial<Settings> = {}): Settings => ({
    customerId: AGENT,
    name: '企业账号',
    issuer: real.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scopes: 'openid profile email',
    accountClaim: 'preferred_username',
    groupsClaim: 'groups',
    roleMap: [
      { group: 'service', roleId: SERVICE },
      { group: 'finance', roleId: FINANCE },
    ],
    domains: [],
    createsAccounts: true,
    consoleOrigin: CONSOLE,
    isEnabled: true,
    ...changed,
  });

  let addresses = 0;
  /** Rates are counted per address. */
  const freshAddress = () => `10.8.${Math.floor(++addresses / 250)}.${addresses % 250}`;

  const stored = async (id: string) => {
    const { providers } = await (await it.as('admin')).ask(readSingleSignOn, { query: { customerId: AGENT } });
    return providers.find((each) => each.id === id)!;
  };
  /** Changes a provider through the API, as its editor would. */
  async function change(id: string, changed: Partial<Settings>) {
    const { hasSecret: _, linkedAccounts: __, ...kept } = await stored(id);
    return (await it.as('agent')).ask(saveProvider, { body: { ...kept, ...changed } });
  }

  const { id: REAL } = await (await it.as('agent')).ask(saveProvider, { body: settings() });
  const { id: HOSTILE } = await (await it.as('agent')).ask(saveProvider, {
    body: settings({ name: '坏人', issuer: hostile.issuer, groupsClaim: null, roleMap: [] }),
  });

  const begin = (providerId = REAL) => it.nobody.ask(beginSignIn, { body: { providerId }, address: freshAddress() });
  const finish = (binding: string, callback: string, address = freshAddress()) =>
    it.nobody.call(finishSignIn, { body: { binding, callback }, address });

  async function signInAs(subject: string, person: Person, providerId = REAL) {
    real.people.set(subject, { name: subject, ...real.people.get(subject), ...person });
    const { url, binding } = await begin(providerId);
    return finish(binding, await real.browse(url, subject));
  }

  async function byPassword(account: string) {
    const { captchaId } = await it.nobody.ask(readCaptcha, { address: freshAddress() });
    return it.nobody.call(signIn, {
      address: freshAddress(),
      body: { account, password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA, remember: false },
    });
  }

  const lastLog = () =>
    it.db.selectFrom('audit.operation_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

  return {
    ...{ AGENT, SERVICE, FINANCE, REAL, HOSTILE },
    ...{ settings, stored, change, begin, finish, signInAs, byPassword, lastLog, freshAddress },
  };
}
