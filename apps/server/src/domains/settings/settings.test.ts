import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { readCaptcha, readMe, signIn } from '@cardinal/contract/api/identity/identity.ts';
import * as backgrounds from '@cardinal/contract/api/settings/loginBackgrounds.ts';
import * as logos from '@cardinal/contract/api/settings/logos.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import {
  arrangeDashboard,
  editCustomerSetting,
  editPlatformSettings,
  readCustomerSettings,
  readDashboardCards,
  readOwnLook,
  readPlatformSettings,
  readSite,
  readSiteMap,
  switchCarrierFamily,
} from '@cardinal/contract/api/settings/settings.ts';
import { CUSTOMER_SETTINGS, isStrictEnough } from '@cardinal/contract/customerSettings.ts';
import { type Caller, DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolve } from './customerSettingRules.ts';
import { tilesOfHost } from './platformSettings.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent] = await Promise.all([it.as('admin'), it.as('agent')]);

const at = (host: string) => it.nobody.ask(readSite, { raw: { headers: { host } } });
const lineOf = async (caller: Caller, name: string, customerId?: string) =>
  (await caller.ask(readCustomerSettings, customerId ? { query: { customerId } } : {})).find(
    (line) => line.name === name,
  )!;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the logo of a host', () => {
  const send = async (account: string, name: string, content: Buffer, host = 'cardinal.localhost') =>
    (await it.as(account)).call(logos.uploadLogo, { body: { host }, file: { name, content } });

  test('is checked by its content, shown to everybody and taken away again', async () => {
    expect((await send('admin', 'logo.svg', Buffer.from('<svg/>'))).code).toBe('4000303');
    expect((await send('admin', 'logo.jpg', PNG)).code).toBe('4000303');
    expect((await send('admin', 'logo.png', PNG, 'nobodys.example')).code).toBe('4040303');
    expect((await send('agent', 'logo.png', PNG)).code).toBe('4030001');
    const { data } = await send('admin', 'logo.png', PNG);
    const shown = await it.app.http.inject({ url: `${logos.readLogo.path}?version=${data.version}` });
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(PNG)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    expect(await admin.ask(logos.listLogos)).toMatchObject([{ host: 'cardinal.localhost', updatedBy: 'admin' }]);
    await admin.ask(logos.removeLogo, { body: { host: 'cardinal.localhost' } });
    expect(await admin.ask(logos.listLogos)).toEqual([]);
  });
});

describe('the login background of a host', () => {
  const HOST = 'test.localhost';
  const send = async (account: string, name: string, content: Buffer, host = HOST) =>
    (await it.as(account)).call(backgrounds.uploadLoginBackground, { body: { host }, file: { name, content } });
  const versionAt = async (host: string) => (await at(host)).loginBackgroundVersion;
  const sized = (width: number, height: number) => {
    const png = Buffer.from(PNG);
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    return png;
  };

  test('is seen by whoever comes to that host, may be kept by browsers, and goes again', async () => {
    const { data } = await send('admin', 'sea.png', sized(1_920, 1_080));
    expect([await versionAt(`${HOST}:8080`), await versionAt('cardinal.localhost')]).toEqual([data.version, null]);
    const shown = await it.app.http.inject({ url: `${backgrounds.readLoginBackground.path}?version=${data.version}` });
    expect([shown.statusCode, shown.rawPayload.length]).toEqual([200, PNG.length]);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await admin.ask(backgrounds.listLoginBackgrounds)).toMatchObject([{ host: HOST, updatedBy: 'admin' }]);
    const another = await send('admin', 'hills.png', sized(1_280, 720));
    expect(await versionAt(HOST)).toBe(another.data.version);
    await admin.ask(backgrounds.removeLoginBackground, { body: { host: HOST } });
    expect(await versionAt(HOST)).toBeNull();
    const gone = await it.app.http.inject({ url: `${backgrounds.readLoginBackground.path}?version=${data.version}` });
    expect([gone.statusCode, gone.headers['cache-control']]).not.toContain('public, max-age=31536000, immutable');
  });

  test.each([
    ['a drawing', 'sea.svg', Buffer.from('<svg/>')],
    ['one that moves', 'sea.gif', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['another kind than its name says', 'sea.jpg', PNG],
    ['half a picture', 'sea.png', PNG.subarray(0, 12)],
    ['too many bytes', 'sea.png', Buffer.concat([PNG, Buffer.alloc(512 * 1_024)])],
    ['too many pixels', 'sea.png', sized(5_121, 10)],
  ])('is refused as %s', async (_, name, content) => {
    expect((await send('admin', name, content)).code).toBe('4000304');
    expect(await versionAt(HOST)).toBeNull();
  });

  test('is set by the platform alone, for a host there is', async () => {
    expect((await send('admin', 'sea.png', PNG, 'nobodys.example')).code).toBe('4040303');
    expect((await send('agent', 'sea.png', PNG)).code).toBe('4030001');
    expect((await agent.call(backgrounds.removeLoginBackground, { body: { host: HOST } })).code).toBe('4030001');
    expect((await agent.call(backgrounds.listLoginBackgrounds)).code).toBe('4030001');
    expect(await versionAt(HOST)).toBeNull();
  });
});

describe('a host', () => {
  test('is described to anybody; one nobody configured is served as the default', async () => {
    const site = await at('cardinal.localhost:8080');
    expect(site).toMatchObject({
      brand: { zh: '卡枢', en: 'Cardinal' },
      specialDashboardCustomerId: '3',
      isTestHost: false,
      toastMaximum: 3,
    });
    expect(site.limits).toMatchObject({ importFileBytes: 5 * 1024 * 1024, importRows: 500_000 });
    expect(Object.keys(site.limits)).not.toContain('loginFailures');
    expect(await at('anything.example')).toEqual(site);
    expect(await at('127.0.0.1:8080')).toMatchObject({ isLocalHost: true });
    expect(await at('test.localhost')).toMatchObject({ isTestHost: true });
    expect(await at('UNICOM.localhost:1')).toMatchObject({ hiddenCarriers: ['Dx', 'Gj'] });
  });

  test('is changed by the platform alone, one editor at a time, within the bounds', async () => {
    const { version, settings } = await admin.ask(readPlatformSettings);
    const tight = { ...settings, limits: { importRows: 1_000 } };
    await admin.ask(editPlatformSettings, { body: { version, settings: tight } });
    expect((await at('cardinal.localhost')).limits.importRows).toBe(1_000);
    expect(await admin.call(editPlatformSettings, { body: { version, settings } })).toMatchObject({ code: '4090002' });
    const loose = { ...settings, limits: { importRows: 99_000_000 } };
    expect((await admin.call(editPlatformSettings, { body: { version: version + 1, settings: loose } })).status).toBe(
      422,
    );
    const twice = { ...settings, sites: [...settings.sites, ...settings.sites] };
    expect((await admin.call(editPlatformSettings, { body: { version: version + 1, settings: twice } })).code).toBe(
      '4000301',
    );
    expect((await agent.call(readPlatformSettings)).status).toBe(403);
    expect((await agent.call(editPlatformSettings, { body: { version: version + 1, settings } })).status).toBe(403);
    const { list } = await admin.ask(listOperations, { query: { endpoint: ['platformSettings.edit'] } });
    expect(list.filter(({ result }) => result === 'done')).toHaveLength(1);
  });
});

describe('a carrier family', () => {
  const pathsAt = async (host: string) => {
    const entries = await admin.ask(readMenu, { raw: { headers: { host } } });
    const shown = (list: typeof entries): string[] =>
      list.flatMap((entry) => (entry.hidden ? [] : [entry.path, ...shown([...entry.children])]));
    return shown(entries);
  };

  test('hidden on one host leaves the menus there and nowhere else', async () => {
    expect(await pathsAt('cardinal.localhost')).toContain('/poolManagementGj');
    expect(await pathsAt('unicom.localhost')).not.toContain('/poolManagementGj');
  });

  test('switched off leaves every host until it is on again, by whoever may switch alone', async () => {
    const { version } = await admin.ask(switchCarrierFamily, { body: { carrier: 'eSIM', isOn: false } });
    expect((await at('cardinal.localhost')).offCarriers).toEqual(['Gd', 'eSIM']);
    expect((await at('unicom.localhost')).offCarriers).toEqual(['Gd', 'eSIM']);
    expect(await pathsAt('cardinal.localhost')).not.toContain('/esimManagement');
    // The other settings neither change nor reset it.
    const { settings } = await admin.ask(readPlatformSettings);
    await admin.ask(editPlatformSettings, { body: { version, settings: { ...settings, offCarriers: ['Lt'] } } });
    expect((await admin.ask(readPlatformSettings)).settings.offCarriers).toEqual(['Gd', 'eSIM']);
    expect((await agent.call(switchCarrierFamily, { body: { carrier: 'eSIM', isOn: true } })).status).toBe(403);
    expect((await admin.call(switchCarrierFamily, { raw: { body: { carrier: 'Xx', isOn: true } } })).status).toBe(422);
    await admin.ask(switchCarrierFamily, { body: { carrier: 'eSIM', isOn: true } });
    expect(await pathsAt('cardinal.localhost')).toContain('/esimManagement');
  });
});

test('a host names a map service; only an XYZ address over https is one, and only who is signed in reads it', async () => {
  const { version, settings } = await admin.ask(readPlatformSettings);
  const [first, ...others] = settings.sites;
  const save = (map: object) =>
    admin.call(editPlatformSettings, {
      raw: { body: { version, settings: { ...settings, sites: [{ ...first, map }, ...others] } } },
    });
  expect(await agent.ask(readSiteMap)).toEqual({ tiles: null, credit: '', datum: 'WGS84' });
  const map = { tiles: 'https://tiles.example.com/{z}/{x}/{y}.png?key=secret', credit: 'Example', datum: 'GCJ02' };
  expect((await save({ ...map, tiles: 'https://tiles.example.com/' })).status).toBe(422);
  expect((await save({ ...map, datum: 'CGCS2000' })).status).toBe(422);
  expect((await save(map)).code).toBe('200');
  expect(await agent.ask(readSiteMap)).toEqual(map);
  expect(JSON.stringify(await at('cardinal.localhost'))).not.toContain('secret');
  expect((await it.nobody.call(readSiteMap)).code).not.toBe('200');
  const { db } = it.app.systemContext('test');
  expect(await tilesOfHost(db, 'cardinal.localhost:8080')).toBe('https://tiles.example.com');
  expect(await tilesOfHost(db, 'unicom.localhost')).toBeUndefined();
});

test('a host without the partner area has no entry of it; a colour too light for its words is refused', async () => {
  const { version, settings } = await admin.ask(readPlatformSettings);
  const [first, ...others] = settings.sites;
  const save = (change: object) =>
    admin.call(editPlatformSettings, {
      raw: { body: { version, settings: { ...settings, sites: [{ ...first, ...change }, ...others] } } },
    });
  expect((await save({ brandColour: '#ffee00' })).status).toBe(422);
  expect((await agent.ask(readMenu)).map(({ path }) => path)).toContain('/partner');
  expect((await save({ brandColour: '#7a1fa2', hasPartnerArea: false })).code).toBe('200');
  expect((await agent.ask(readMenu)).map(({ path }) => path)).not.toContain('/partner');
  expect((await at('cardinal.localhost')).brandColour).toBe('#7a1fa2');
});

describe('a customer’s settings', () => {
  test('say where each value comes from, and a bound above cuts what is less strict', async () => {
    const subagent = await it.as('subagent');
    expect(await lineOf(agent, 'approvalFromCards')).toMatchObject({ value: 8_000, from: 'own', isBound: true });
    expect(await lineOf(subagent, 'approvalFromCards')).toMatchObject({
      value: 8_000,
      from: 'parent',
      isBounded: true,
    });
    expect(await lineOf(subagent, 'passwordDays')).toMatchObject({ value: 0, from: 'default', isBounded: false });
    const set = (value: unknown) =>
      subagent.call(editCustomerSetting, { body: { name: 'approvalFromCards', value: value as number } });
    expect(await set(9_000)).toMatchObject({ code: '4090301' });
    expect((await set(500)).code).toBe('200');
    expect(await lineOf(subagent, 'approvalFromCards')).toMatchObject({ value: 500, from: 'own' });
    await agent.ask(editCustomerSetting, { body: { name: 'approvalFromCards', value: 100, isBound: true } });
    expect(await lineOf(subagent, 'approvalFromCards')).toMatchObject({ value: 100, from: 'parent' });
    expect((await set(null)).code).toBe('200');
    expect((await set('many')).status).toBe(422);
  });

  test('what is shown to its accounts follows it, below too', async () => {
    const subagent = await it.as('subagent');
    expect(await subagent.ask(readOwnLook)).toEqual({ volumeUnit: 'auto', cardColumns: [], language: 'zh_CN' });
    await agent.ask(editCustomerSetting, { body: { name: 'volumeUnit', value: 'GB' } });
    await agent.ask(editCustomerSetting, { body: { name: 'cardColumns', value: ['remark'] } });
    expect((await agent.call(editCustomerSetting, { body: { name: 'volumeUnit', value: 'KB' } })).status).toBe(422);
    expect(await subagent.ask(readOwnLook)).toEqual({ volumeUnit: 'GB', cardColumns: ['remark'], language: 'zh_CN' });
    await agent.ask(editCustomerSetting, { body: { name: 'volumeUnit', value: null } });
    await agent.ask(editCustomerSetting, { body: { name: 'cardColumns', value: null } });
  });

  test('of a child are set by its parent, of nobody else', async () => {
    const body = { customerId: '12', name: 'passwordDays' as const, value: 90 };
    await agent.ask(editCustomerSetting, { body });
    expect(await lineOf(await it.as('enterprise'), 'passwordDays')).toMatchObject({ value: 90, from: 'own' });
    const rival = await it.as('rival');
    expect((await rival.call(editCustomerSetting, { body })).status).toBe(404);
    expect((await rival.call(readCustomerSettings, { query: { customerId: '12' } })).status).toBe(404);
  });

  test('one session an account: the second sign-in ends the first, for everyone below who inherits it', async () => {
    let addresses = 0;
    const enter = async (account: string) => {
      addresses += 1;
      const address = `10.8.0.${addresses}`;
      const { captchaId } = await it.nobody.ask(readCaptcha, { address });
      const body = { account, password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
      return it.withToken((await it.nobody.ask(signIn, { body, address })).token ?? '');
    };
    await agent.ask(editCustomerSetting, { body: { name: 'isSingleSession', value: true } });
    const [first, second] = [await enter('enterprise'), await enter('enterprise')];
    expect((await first.call(readMe)).code).toBe('5005004');
    expect((await second.call(readMe)).code).toBe('200');
    await agent.ask(editCustomerSetting, { body: { name: 'isSingleSession', value: null } });
    await enter('enterprise');
    expect((await second.call(readMe)).code).toBe('200');
  });
});

describe('how the accounts of a customer sign in', () => {
  let addresses = 0;
  const enter = async (account: string, from?: string) => {
    addresses += 1;
    const address = from ?? `10.5.0.${addresses}`;
    const { captchaId } = await it.nobody.ask(readCaptcha, { address: `10.5.1.${addresses}` });
    const body = { account, password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
    return it.nobody.call(signIn, { body, address });
  };
  const set = async (caller: Caller, name: 'allowedAddresses' | 'passwordDays', value: never) =>
    caller.call(editCustomerSetting, { body: { name, value }, address: '10.5.2.1' });

  test('only from the addresses it lists, its own alone, and never so that the editor is shut out', async () => {
    const rival = await it.as('rival');
    expect(await set(rival, 'allowedAddresses', ['10.5.9.9'] as never)).toMatchObject({
      code: '4000302',
      message: '当前 IP 不在名单内',
    });
    expect((await set(rival, 'allowedAddresses', ['10.5.2.256'] as never)).status).toBe(422);
    expect((await set(rival, 'allowedAddresses', ['10.5.2.1'] as never)).code).toBe('200');
    expect((await enter('rival')).code).toBe('4000107');
    expect((await enter('rival', '10.5.2.1')).code).toBe('200');
    expect((await enter('agent')).code).toBe('200');
    expect((await set(rival, 'allowedAddresses', null as never)).code).toBe('200');
    expect((await enter('rival')).code).toBe('200');
    await agent.ask(editCustomerSetting, { body: { customerId: '11', name: 'allowedAddresses', value: ['10.5.2.7'] } });
    expect((await enter('subagent')).code).toBe('4000107');
    await agent.ask(editCustomerSetting, { body: { customerId: '11', name: 'allowedAddresses', value: null } });
  });

  test('with a password that is not too old, else it is changed first; off is the least strict', async () => {
    expect((await set(agent, 'passwordDays', 1 as never)).code).toBe('200');
    expect((await enter('subagent')).data).toMatchObject({ mustChangePassword: true });
    await agent.ask(editCustomerSetting, { body: { name: 'passwordDays', value: 90, isBound: true } });
    expect(await lineOf(agent, 'passwordDays', '11')).toMatchObject({ value: 90, isBounded: true });
    const loosen = { customerId: '11', name: 'passwordDays' as const, value: 0 };
    expect((await agent.call(editCustomerSetting, { body: loosen })).code).toBe('4090301');
    expect((await set(agent, 'passwordDays', null as never)).code).toBe('200');
  });

  test('and are signed out when idle for as long as it says', async () => {
    const setIdle = (value: number | null) =>
      admin.ask(editCustomerSetting, { body: { customerId: '20', name: 'sessionIdleMinutes', value } });
    await setIdle(10);
    const rival = it.withToken((await enter('rival')).data.token ?? '');
    const operator = it.withToken((await enter('operator')).data.token ?? '');
    it.clock.advance(11 * 60_000);
    expect((await rival.call(readMe)).code).toBe('5005004');
    expect((await operator.call(readMe)).code).toBe('200');
    await setIdle(null);
  });

  test('what no room asks for yet is not offered', async () => {
    const names = (await agent.ask(readCustomerSettings)).map(({ name }) => name);
    expect(names).toContain('approvalFromCards');
    expect(names).not.toContain('restartsAfterPayment');
    const body = { name: 'restartsAfterPayment', value: true };
    expect((await agent.call(editCustomerSetting, { raw: { body } })).status).toBe(422);
  });
});

test('the home page is arranged for one account and comes back to the default', async () => {
  expect(await agent.ask(readDashboardCards)).toEqual({ cards: null });
  const cards = [{ key: 'cardsByLifecycle', size: 'wide' as const, isShown: true }];
  await agent.ask(arrangeDashboard, { body: { cards } });
  expect(await agent.ask(readDashboardCards)).toEqual({ cards });
  expect(await admin.ask(readDashboardCards)).toEqual({ cards: null });
  await agent.ask(arrangeDashboard, { body: { cards: [] } });
  expect(await agent.ask(readDashboardCards)).toEqual({ cards: null });
});

test('whatever is stored down a way, the value in force is never less strict than any bound above', () => {
  const name = fc.constantFrom('approvalFromCards' as const, 'isSingleSession' as const);
  fc.assert(
    fc.property(
      name,
      fc.array(
        fc.record({
          number: fc.integer({ min: 1, max: 9 }),
          flag: fc.boolean(),
          isBound: fc.boolean(),
          isSet: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      (setting, steps) => {
        const way = steps.map((_, index) => String(index + 1));
        const kept = steps.flatMap(({ number, flag, isBound, isSet }, index) =>
          isSet ? [{ customerId: way[index]!, value: setting === 'isSingleSession' ? flag : number, isBound }] : [],
        );
        const { value, from, bound } = resolve(setting, way, kept);
        for (let above = 1; above < way.length; above += 1) {
          const own = kept.find((each) => each.customerId === way[above - 1]);
          if (!own?.isBound) continue;
          const inForce = resolve(setting, way.slice(0, above), kept).value;
          expect(isStrictEnough(setting, value, inForce)).toBe(true);
        }
        if (bound) expect(isStrictEnough(setting, value, bound.value)).toBe(true);
        if (kept.length === 0)
          expect({ value, from }).toEqual({ value: CUSTOMER_SETTINGS[setting].initial, from: 'default' });
      },
    ),
  );
});

test('figures for signing in count from the next request: a shorter idle time, fewer failures', async () => {
  const { version, settings } = await admin.ask(readPlatformSettings);
  const limits = { ...settings.limits, sessionIdleMinutes: 30, loginFailures: 3, captchaSeconds: 60 };
  await admin.ask(editPlatformSettings, { body: { version, settings: { ...settings, limits } } });
  const wrong = async (address: string, password: string) => {
    const { captchaId } = await it.nobody.ask(readCaptcha, { address });
    const body = { account: 'rival', password, captchaId, captchaCode: TEST_CAPTCHA };
    return (await it.nobody.call(signIn, { body, address })).code;
  };
  for (let n = 0; n < 3; n += 1) await wrong('10.6.0.1', 'Wrong@2026');
  expect(await wrong('10.6.0.1', DEMO_PASSWORD)).toBe('4000105');
  expect(await wrong('10.6.0.2', DEMO_PASSWORD)).toBe('200');
  expect((await agent.call(readMe)).code).toBe('200');
  it.clock.advance(30 * 60_000);
  expect((await agent.call(readMe)).code).toBe('5005004');
});
