import {
  enableProgramRoute,
  programRoutes,
  readProgramChoices,
  testProgramRoute,
} from '@cardinal/contract/api/miniPrograms/programRoutes.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { readCards, signInByCode } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import { listPublicAccounts } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { buy, followOrder, readCardPackages } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { addListing } from '@cardinal/contract/api/retailOrders/listings.ts';
import { listRetailOrders } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { isOnIos } from './programs/iosRules.ts';

const PROGRAM = 'wx00000000000003aa';
const UNLINKED = 'wx00000000000003bb';
const SECRET = '0123456789abcdef0123456789abcdef';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) MicroMessenger/8.0.60';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16) MicroMessenger/8.0.60';

const under = await forThisFile(cardsUnderTest());
const shop = await shopUnderTest(under);
const { admin, agent } = shop;
await allow(under, 'miniapp', [
  ...(['view', 'add', 'edit', 'enable', 'test'] as const).map((verb) => `wxappPayConfig.${verb}` as const),
  'wechatPackage.view',
  'wechatPackage.edit',
  'wechatOrderList.view',
]);
await allow(under, 'agent', [
  'wxappPayConfig.view',
  'wxappPayConfig.add',
  'wxappPayConfig.enable',
  'wxappPayConfig.test',
]);
const miniapp = await under.as('miniapp');

for (const appid of [PROGRAM, UNLINKED])
  await control(under.jasper, 'POST', '/wechatOpen/accounts', { appid, secret: SECRET });
const merchantOf = async (name: string, by = admin) => {
  const opened = await openMerchant(under.jasper, 'wechat', { linkedAppids: [PROGRAM] });
  const body = { name, baseUrl: opened.baseUrl, noticeBaseUrl: shop.own, credentials: opened.credentials };
  return (await by.ask(wechatMerchants.add, { body: body as never })).id;
};
const [first, second] = [await merchantOf('一号商户'), await merchantOf('二号商户')];

const given = (more: Partial<BodyOf<typeof programRoutes.create>> = {}): BodyOf<typeof programRoutes.create> => ({
  appid: PROGRAM,
  name: '设备商城',
  accountType: 'DEVICE',
  secret: SECRET,
  apiBaseUrl: `${under.jasper.url}/wechatOpen`,
  merchantId: first,
  backupId: second,
  sellsOnIos: false,
  ...more,
});
const rowOf = async (id: string, by = admin) => {
  const { list } = await by.ask(programRoutes.list, {});
  return list.find((row) => row.id === id);
};
const routeId = (await admin.ask(programRoutes.create, { body: given() })).id;
const account = (await rowOf(routeId))?.apiPath.split('/').at(-2) ?? '';
const opened = async (key = '1', appid = PROGRAM): Promise<string> =>
  ((await control(under.jasper, 'POST', '/wechatOpen/codes', { appid, key })) as { code: string }).code;
const signIn = async (userAgent = ANDROID) => {
  const { cookie } = await under.nobody.ask(signInByCode, { params: { account }, body: { code: await opened() } });
  const of = (given: object) => ({
    params: { account },
    raw: { headers: { cookie, 'user-agent': userAgent } },
    ...given,
  });
  return of;
};

const product = await sellProduct(under.ctx, { carrierAccountId: under.accountId, customerIds: ['3'] });
const [cardId = ''] = await shop.newCards([31], '3');
await under.db.updateTable('cards.card').set({ product_code: product }).where('id', '=', cardId).execute();
const packageId = (
  await makePackage(under.ctx, {
    name: '设备月包',
    products: [product],
    channels: ['platform', 'miniProgram'],
    given: [{ to: '3', from: '1', reserve: 800 }],
  })
).id;

beforeEach(() => under.clock.advance(61_000));

describe('who sets up mini-programs', () => {
  test('the customer that runs them and the platform; others see that it is not theirs', async () => {
    expect(await miniapp.ask(readProgramChoices, {})).toEqual({ runsPrograms: true, merchants: [] });
    const { merchants } = await admin.ask(readProgramChoices, {});
    expect(merchants.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
    expect(await agent.ask(readProgramChoices, {})).toEqual({ runsPrograms: false, merchants: [] });
    expect((await agent.call(programRoutes.create, { body: given({ appid: UNLINKED }) })).code).toBe('4032380');
    expect((await agent.ask(programRoutes.list, {})).list).toEqual([]);
    expect((await agent.call(enableProgramRoute, { body: { id: routeId, isEnabled: false } })).code).toBe('4032380');
  });

  test('a program is connected once a type, by its secret, and is no public account', async () => {
    const codeOf = async (more: Parameters<typeof given>[0]) =>
      (await admin.call(programRoutes.create, { body: given(more) })).code;
    expect(await codeOf({})).toBe('4092380');
    expect(await codeOf({ appid: UNLINKED, secret: undefined })).toBe('4002380');
    expect(await codeOf({ appid: 'wx0000000000000010' })).toBe('4091951');
    // A second type needs no secret again.
    expect(await codeOf({ accountType: 'CLOUD_STORAGE', secret: undefined })).toBe('200');
    const { list } = await admin.ask(listPublicAccounts, {});
    expect(list.map(({ appid }) => appid)).not.toContain(PROGRAM);
    const [stored] = await under.db
      .selectFrom('public_accounts.account')
      .select('secret')
      .where('appid', '=', PROGRAM)
      .execute();
    expect(stored?.secret).not.toContain(SECRET);
  });

  test('money goes to merchants of one’s own customer, main and backup of the same', async () => {
    const edit = async (by: typeof admin, more: object) => {
      const { version = 0, name = '', sellsOnIos = false } = (await rowOf(routeId)) ?? {};
      const body = { id: routeId, version, name, sellsOnIos, merchantId: first, backupId: second, ...more };
      return (await by.call(programRoutes.edit, { body })).code;
    };
    // Left as the platform set them, its owner may still rename it.
    expect(await edit(miniapp, { name: '设备商城二' })).toBe('200');
    expect(await edit(miniapp, { merchantId: second, backupId: first })).toBe('4002381');
    expect(await edit(admin, { backupId: first })).toBe('4002382');
    expect(await edit(admin, { version: 1 })).toBe('4090002');
    // Named anew without an address, it keeps the one it has.
    const apiBaseUrl = `${under.jasper.url}/wechatOpen`;
    expect(await rowOf(routeId)).toMatchObject({ name: '设备商城二', apiBaseUrl });
  });
});

describe('the test', () => {
  test('WeChat gives a prepay number for the latest user; of an account it was not bound to it says so in words', async () => {
    const id = (await admin.ask(programRoutes.create, { body: given({ appid: UNLINKED }) })).id;
    expect((await admin.call(testProgramRoute, { body: { id } })).code).toBe('4092381');
    await signIn();
    const passed = await admin.ask(testProgramRoute, { body: { id: routeId } });
    expect(passed).toMatchObject({ isOk: true, said: expect.stringMatching(/prepay_id=wx/) });
    expect(await rowOf(routeId)).toMatchObject({ testIsOk: true, testSaid: passed.said });
    const { trades } = (await control(under.jasper, 'GET', '/wechat/trades')) as {
      trades: { tradeNo: string; state: string }[];
    };
    expect(trades.filter(({ tradeNo }) => tradeNo.startsWith('T')).map(({ state }) => state)).toEqual(['closed']);
    const other = (await rowOf(id))?.apiPath.split('/').at(-2) ?? '';
    await under.nobody.ask(signInByCode, { params: { account: other }, body: { code: await opened('1', UNLINKED) } });
    const failed = await admin.ask(testProgramRoute, { body: { id } });
    expect(failed).toMatchObject({ isOk: false, said: expect.stringMatching(/AppID/) });
    expect((await agent.call(testProgramRoute, { body: { id } })).code).toBe('4032380');
  });
});

describe('a user of a mini-program', () => {
  test('signs in by a code, once; a code of another program or a public account leads nowhere', async () => {
    const code = await opened();
    const call = (body: { code: string }, at = account) =>
      under.nobody.call(signInByCode, { params: { account: at }, body });
    expect((await call({ code })).code).toBe('200');
    expect((await call({ code })).code).toBe('4091954');
    expect((await call({ code: await opened('1', UNLINKED) })).code).toBe('4091954');
    expect((await call({ code: await opened() }, shop.account)).code).toBe('4041951');
    expect((await under.nobody.call(readCards, { params: { account } })).code).toBe('5005003');
    // Its pages are not a public account's.
    expect((await shop.get(`/api/h5/v1/${account}/sign-in`)).statusCode).toBe(404);
  });

  test('buys through its own merchant: an order of the mini-program; on an iPhone nothing is sold', async () => {
    const listingId = (
      await miniapp.ask(addListing, {
        body: {
          accountId: account,
          packageId,
          title: '设备月包',
          price: '15.00',
          badge: 'none',
          sort: 10,
          buyLimit: 0,
        },
      })
    ).id;
    const [android, iphone] = [await signIn(), await signIn(IPHONE)];
    await under.db
      .insertInto('public_accounts.binding')
      .values({
        id: under.ctx.ids.next(),
        end_user_id: (
          await under.db
            .selectFrom('public_accounts.end_user')
            .select('id')
            .where('account_id', '=', account)
            .executeTakeFirstOrThrow()
        ).id,
        account_id: account,
        customer_id: '3',
        card_id: cardId,
        created_at: under.clock.now(),
        ended_at: null,
      })
      .execute();
    const order = { cardId, listingId, price: '1500' };
    expect((await under.nobody.ask(readCardPackages, iphone({ query: { cardId } }))).notSold).not.toBeNull();
    expect((await under.nobody.call(buy, iphone({ body: order }))).code).toBe('4092111');
    expect((await under.nobody.ask(readCardPackages, android({ query: { cardId } }))).notSold).toBeNull();
    // The merchant that is used first takes nothing new: its backup does.
    await under.db
      .updateTable('payment_providers.merchant')
      .set({ is_enabled: false })
      .where('id', '=', first)
      .execute();
    const { orderId } = await under.nobody.ask(buy, android({ body: order }));
    const followed = await under.nobody.ask(followOrder, android({ body: { orderId } }));
    expect(followed.sheet).toMatchObject({ appId: PROGRAM });
    await shop.pay(orderId);
    await shop.workOrder(orderId);
    const row = await shop.rowOf(orderId);
    const payment = await under.db
      .selectFrom('payments.payment')
      .selectAll()
      .where('id', '=', row.payment_id)
      .executeTakeFirstOrThrow();
    expect(payment).toMatchObject({
      merchant_id: second,
      collecting_account_id: null,
      program_route_id: routeId,
      state: 'paid',
    });
    const { list } = await miniapp.ask(listRetailOrders, { query: { source: '3' } as never });
    expect(list).toMatchObject([{ id: orderId, source: 3, progress: 'done' }]);
    const sold = await under.db.selectFrom('orders.package_order').select('source').execute();
    expect(sold).toEqual([{ source: 3 }]);
    expect(await rowOf(routeId)).toMatchObject({ todayIncome: '1500' });
    expect(await verifyLedger(under.ctx)).toEqual([]);
  });

  test('disabled, nothing more is sold there', async () => {
    const body = { id: routeId, isEnabled: false };
    expect((await miniapp.call(enableProgramRoute, { body })).code).toBe('200');
    const android = await signIn();
    expect((await under.nobody.ask(readCardPackages, android({ query: { cardId } }))).notSold?.zh).toBe(
      '该小程序尚未开通支付',
    );
  });
});

test('a phone of Apple says so in what it calls itself', () => {
  expect([IPHONE, ANDROID, '', 'iphones'].map(isOnIos)).toEqual([true, false, false, false]);
});
