import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { readAccountInfo, readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { clientAddress, networkOf } from './clientAddress.ts';

const behind = await forThisFile(testApp({ demo: 'people', env: { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::5' } }));
const alone = await forThisFile(testApp({ demo: 'people' }));
const PROXY = '10.0.0.5';

/** Signs in with a header from a peer, and returns the address the server kept of it. */
async function addressKept(app: TestApp, peer: string, forwarded: string): Promise<string | undefined> {
  const headers = { 'x-forwarded-for': forwarded };
  const { captchaId } = await app.nobody.ask(readCaptcha, { address: peer, raw: { headers } });
  const body = { account: 'caiwu', password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
  const { token } = await app.nobody.ask(signIn, { address: peer, raw: { headers }, body });
  const info = await app.withToken(token ?? '').ask(readAccountInfo, { address: peer, raw: { headers } });
  return info.sessions.find(({ isThis }) => isThis)?.address;
}

describe('behind proxies that are trusted', () => {
  test('the client is the last address of X-Forwarded-For that is not a proxy’s', async () => {
    expect(await addressKept(behind, PROXY, '203.0.113.9')).toBe('203.0.113.9');
    // What the client wrote itself stands before what the proxies added.
    expect(await addressKept(behind, PROXY, '198.51.100.66, 203.0.113.9, 10.3.2.1')).toBe('203.0.113.9');
    expect(await addressKept(behind, `::ffff:${PROXY}`, '203.0.113.9')).toBe('203.0.113.9');
    expect(await addressKept(behind, '2001:db8::5', '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  test('the header of anybody else is ignored, and so is what is no address', async () => {
    expect(await addressKept(behind, '198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(await addressKept(behind, '2001:db8::6', '203.0.113.9')).toBe('2001:db8::6');
    expect(await addressKept(behind, PROXY, 'unknown')).toBe(PROXY);
  });

  test('codes are counted by client, the log names it, and address lists judge it', async () => {
    const asked = async (client: string) => {
      const headers = { 'x-forwarded-for': client };
      return (await behind.nobody.call(readCaptcha, { address: PROXY, raw: { headers } })).status;
    };
    const first = [];
    for (let n = 0; n < 21; n += 1) first.push(await asked('203.0.113.20'));
    expect(first.filter((status) => status === 429)).toHaveLength(1);
    expect(await asked('203.0.113.21')).toBe(200);

    const agent = await behind.as('agent');
    const here = { address: PROXY, raw: { headers: { 'x-forwarded-for': '203.0.113.40' } } };
    const body = { name: 'allowedAddresses' as const, value: ['203.0.113.40'] };
    await agent.ask(editCustomerSetting, { ...here, body });
    const { list } = await agent.ask(listOperations, {
      ...here,
      query: { endpoint: ['customerSettings.edit'] },
    });
    expect(list[0]).toMatchObject({ address: '203.0.113.40' });
  });
});

test('without TRUSTED_PROXIES the header is ignored', async () => {
  expect(await addressKept(alone, PROXY, '203.0.113.9')).toBe(PROXY);
  expect(await addressKept(alone, '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
});

test('one subscriber counts once: a single IPv4 address, half of an IPv6 address', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:0DB8:1:2::ffff'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('')).toBe('');
  const socket = { remoteAddress: '::ffff:10.0.0.5' } as never;
  expect(clientAddress({ ip: 'x', socket })).toBe('10.0.0.5');
});
