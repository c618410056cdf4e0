import {
  sourceAddressNotAllowed,
  sourceCredentialInvalid,
  sourceIsOff,
  sourceNameTaken,
  sourceNotFound,
  sourceRefused,
} from '@cardinal/contract/api/externalPackages/refusals.ts';
import {
  addSource,
  editSource,
  enableSource,
  listSources,
  readSource,
  syncSource,
  testSource,
} from '@cardinal/contract/api/externalPackages/sources.ts';
import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openOrdersUnderTest } from '@cardinal/testing/openOrdersUnderTest.ts';
import { allow, balanceOf } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sourceUnderTest } from '@cardinal/testing/sourcesUnderTest.ts';
import { expect, test, vi } from 'vitest';

const under = await forThisFile(cardsUnderTest());
await under.work();
const RIGHTS = (['view', 'sync', 'config', 'map', 'accept'] as const).map(
  (verb) => `outPackagemanage.${verb}` as const,
);
await allow(under, 'operator', RIGHTS);
const [operator, agent] = (await Promise.all(['operator', 'agent'].map((name) => under.as(name)))) as [Caller, Caller];
const one = async (id: string) => operator.ask(readSource, { query: { id } });
const soon = (expected: () => Promise<void>) => vi.waitFor(expected, { timeout: 60_000, interval: 300 });

test('the open interface of this platform is a source: what it sells a customer comes in with its price, and what the customer has left', async () => {
  const sold = await openOrdersUnderTest(under);
  const child = await under.as('enterprise');
  const key = await sold.keyOf(child);
  const address = await under.app.http.listen({ port: 0, host: '127.0.0.1' });
  await makePackage(under.ctx, {
    code: 'NOT-SOLD',
    shelf_state: 0,
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '12', from: '10', reserve: 900 },
    ],
  });
  // More than a page.
  for (let n = 0; n < 203; n += 1)
    await makePackage(under.ctx, {
      code: `BULK-${String(n).padStart(3, '0')}`,
      terms: { flow_bytes: null, validity_count: 2 },
      given: [
        { to: '10', from: '1', reserve: 800 },
        { to: '12', from: '10', reserve: 900 + n },
      ],
    });
  const source = await sourceUnderTest(under, operator, {
    name: '本平台',
    baseUrl: address,
    credentials: { appKey: key.appKey, secret: key.secret },
  });
  await source.sync();
  const shown = await one(source.id);
  const { balance } = await balanceOf(under, '12');
  expect(shown).toMatchObject({ syncState: 'done', syncRead: 204, currency: 'CNY', balance: String(balance) });
  const { list } = await operator.ask((await import('@cardinal/contract/api/externalPackages/offers.ts')).listOffers, {
    query: { sourceId: [source.id], codeContains: sold.packageCode } as never,
  });
  expect(list).toEqual([
    expect.objectContaining({
      code: sold.packageCode,
      name: '1GB 月包',
      price: '1000',
      currency: 'CNY',
      platform: 1,
      type: 'month',
      state: 'new',
      allowance: '1,073,741,824 B',
    }),
  ]);
  const rows = await under.db
    .selectFrom('external_packages.offer')
    .select(['code', 'price'])
    .where('source_id', '=', source.id)
    .orderBy('code')
    .execute();
  expect(rows.find(({ code }) => code === 'BULK-202')).toEqual({ code: 'BULK-202', price: '1102' });
  expect(rows.some(({ code }) => code === 'NOT-SOLD')).toBe(false);
  // A key that reads no orders is refused before it is stored.
  const blind = await sold.keyOf(child, { scopes: ['card.read'] });
  const refused = await operator.call(addSource, {
    body: { ...bodyOf('盲'), baseUrl: address, credentials: { appKey: blind.appKey, secret: blind.secret } },
  });
  expect(refused.code).toBe(sourceRefused.code);
});

const bodyOf = (name: string): BodyOf<typeof addSource> => ({
  adapter: 'cardinal',
  name,
  baseUrl: `${under.jasper.url}/source`,
  timeoutMs: 15_000,
  tolerance: '10',
  autoAccept: false,
  lowBalance: null,
  waitHours: 24,
  credentials: { appKey: 'ck_unknown_key', secret: 'a-secret-of-nobody' },
});

test('a source is stored once it works: addresses, credentials and names are refused at their fields, secrets are shown nowhere', async () => {
  const add = (more: Partial<BodyOf<typeof addSource>>) =>
    operator.call(addSource, { body: { ...bodyOf('甲'), ...more } });
  expect(await add({ baseUrl: 'http://10.0.0.1' })).toMatchObject({
    code: sourceAddressNotAllowed.code,
    data: { errors: [{ field: 'baseUrl' }] },
  });
  expect(await add({ credentials: { appKey: 'ck_unknown_key' } })).toMatchObject({
    code: sourceCredentialInvalid.code,
    data: { errors: [{ field: 'credentials.secret' }] },
  });
  expect(await add({})).toMatchObject({
    code: sourceRefused.code,
    data: { errors: [{ field: 'credentials.secret' }] },
  });
  expect((await add({ baseUrl: 'http://127.0.0.1:9' })).code).toBe(sourceRefused.code);
  const source = await sourceUnderTest(under, operator, { name: '乙', tolerance: '12.5' });
  const again = await operator.call(addSource, {
    body: { ...bodyOf('乙'), credentials: { appKey: source.key.appKey, secret: source.key.secret } },
  });
  expect(again.code).toBe(sourceNameTaken.code);
  const shown = await one(source.id);
  expect(shown).toMatchObject({ tolerance: '12.5', host: new URL(under.jasper.url).host });
  expect(shown.credentials.map((each) => each.shown)).toEqual([
    source.key.appKey,
    `••••${source.key.secret.slice(-4)}`,
  ]);
  const everything = JSON.stringify([
    shown,
    await operator.ask(listSources, {}),
    await under.db.selectFrom('external_packages.source').selectAll().execute(),
    await under.db.selectFrom('external_packages.call').selectAll().execute(),
    await under.db.selectFrom('audit.operation_log').selectAll().execute(),
  ]);
  expect(everything).not.toContain(source.key.secret);
});

test('an edit keeps what is left out, tries what is new, and of two editors the second looks again', async () => {
  const source = await sourceUnderTest(under, operator, { name: '丙' });
  const { adapter: _, credentials: __, ...terms } = bodyOf('丙二');
  const edit = (version: number, more: object = {}) =>
    operator.call(editSource, { body: { id: source.id, version, ...terms, ...more } });
  expect((await edit(1, { credentials: { secret: 'another-secret' } })).code).toBe(sourceRefused.code);
  expect((await edit(1)).code).toBe('200');
  expect((await edit(1)).code).toBe(changedByAnother.code);
  expect(await one(source.id)).toMatchObject({ name: '丙二', version: 2 });
  expect(await operator.ask(testSource, { body: { id: source.id } })).toMatchObject({ works: true });
  await control(under.jasper, 'POST', '/source/accounts', { appKey: source.key.appKey, secret: 'changed over there' });
  expect(await operator.ask(testSource, { body: { id: source.id } })).toMatchObject({ works: false });
});

test('a low balance is told once until it is above again', async () => {
  const source = await sourceUnderTest(under, operator, { name: '丁', lowBalance: '5000' });
  const told = async () =>
    (await operator.ask(listInbox, { query: { titleContains: '“丁”余额不足' } as never })).list.length;
  await source.account({ balance: '5000' });
  await source.sync();
  await source.sync();
  await soon(async () => expect(await told()).toBe(1));
  await source.account({ balance: '5001' });
  await source.sync();
  await source.account({ balance: '12' });
  await source.sync();
  await soon(async () => expect(await told()).toBe(2));
  expect(await one(source.id)).toMatchObject({ balance: '12', currency: 'CNY', balanceAt: expect.any(String) });
});

test('a disabled source is asked nothing, and enabled it is synced by its job', async () => {
  const source = await sourceUnderTest(under, operator, { name: '戊' });
  await source.sells('S-1');
  await operator.ask(enableSource, { body: { id: source.id, isEnabled: false, reason: '对方升级' } });
  expect((await operator.call(syncSource, { body: { id: source.id } })).code).toBe(sourceIsOff.code);
  await operator.ask(enableSource, { body: { id: source.id, isEnabled: true } });
  await soon(async () => expect(await one(source.id)).toMatchObject({ syncState: 'done', offers: 1 }));
  await source.sells('S-2');
  await source.syncByJob();
  await soon(async () => expect(await one(source.id)).toMatchObject({ syncState: 'done', offers: 2 }));
});

test('nobody else finds a source', async () => {
  const source = await sourceUnderTest(under, operator, { name: '己' });
  expect((await agent.call(readSource, { query: { id: source.id } })).status).toBe(403);
  expect((await operator.call(readSource, { query: { id: '1' } })).code).toBe(sourceNotFound.code);
});
