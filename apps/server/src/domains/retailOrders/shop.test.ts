import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { bindCard, leave, readCards, unbindCard } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import {
  addPublicAccount,
  editPublicAccount,
  listPublicAccounts,
  switchPublicAccount,
} from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import {
  buy,
  followOrder,
  readCardPackages,
  readOrders,
  requestRefund,
} from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import {
  addListing,
  editListing,
  listListings,
  previewListings,
  readListable,
  shelveListing,
} from '@cardinal/contract/api/retailOrders/listings.ts';
import { listRetailOrders, remarkOrder } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { idempotencyKeyMissing } from '@cardinal/contract/framework/standardRefusals.ts';
import { cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { APPID, shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue } from '../payments/steps/steps.ts';
import { orderSoldBack } from './buying/giveBack.ts';
import { workDesk } from './desk/deskSweep.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await shopUnderTest(under);
const { agent, account, ctx } = { ...shop, ctx: under.ctx };
const rival = await under.as('rival');
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9]);
await shop.newCards([50], '20');
const packageId = await shop.packageOf('1GB 月包');
const listing = await shop.list(packageId);
const once = await shop.list(await shop.packageOf('体验包'), { title: '体验包', buyLimit: 1 });

const recordsOf = async (cardId: string) =>
  (await under.db.selectFrom('orders.package_usage').select('id').where('card_id', '=', cardId).execute()).length;
const whole = async () => expect(await verifyLedger(ctx)).toEqual([]);

// His pace counts by the minute, and the clock stands still.
beforeEach(() => under.clock.advance(61_000));

describe('an end user', () => {
  test('signs in by WeChat in the browser that went there, and a code counts once', async () => {
    const { cookie, returned } = await shop.begin('1');
    const path = returned.pathname + returned.search;
    const failed = `/h5/${account}/?signIn=failed`;
    expect((await shop.get(path)).headers.location).toBe(failed);
    expect((await shop.get(path, 'h5_state=0000.x')).headers.location).toBe(failed);
    const done = await shop.get(path, cookie);
    expect(done.headers.location).toBe(`/h5/${account}/`);
    expect(String(done.headers['set-cookie'])).toMatch(
      /^h5=[\w-]{43}; Path=\/api\/h5\/v1\/\d+; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect((await shop.get(path, cookie)).headers.location).toBe(failed);
  });

  test('is led nowhere but to pages of the account', async () => {
    for (const next of ['https://evil.example/', '//evil.example', `/h5/${account}/../../login`, '/login']) {
      const begun = await shop.get(`/api/h5/v1/${account}/sign-in?next=${encodeURIComponent(next)}`);
      const kept = shop.cookieIn(begun).split('.')[1] ?? '';
      expect(Buffer.from(kept, 'base64url').toString()).toBe(`/h5/${account}/`);
    }
  });

  test('opens no console endpoint with his session, and nobody opens his with another', async () => {
    const user = await shop.signIn('1');
    const token = user.cookie.replace('h5=', '');
    expect((await under.withToken(token).call(listCustomers)).code).toBe('5005003');
    expect((await under.nobody.call(listCustomers, { raw: { headers: { cookie: user.cookie } } })).code).toBe(
      '5005003',
    );
    const staff = await agent.call(readCards, { params: { account } });
    expect(staff.code).toBe('5005003');
    for (const cookie of ['', 'h5=', 'h5=x', `h5=${agent.token}`, `h5=${token}x`])
      expect((await shop.as(cookie).call(readCards)).code).toBe('5005003');
    expect((await user.call(readCards, { params: { account: '1' } })).code).toBe('5005003');
  });

  test.each([bindCard, unbindCard, buy, requestRefund])(
    'changes nothing without a key that lets him repeat it: %o',
    async (endpoint) => {
      const user = await shop.signIn('1');
      const { code } = await user.call(endpoint, {
        ...(endpoint.example as object),
        params: { account },
        key: null,
      } as never);
      expect(code).toBe(idempotencyKeyMissing.code);
    },
  );

  test.each([bindCard, unbindCard, buy, requestRefund, leave])(
    'sends no field that is not known: %o',
    async (endpoint) => {
      const user = await shop.signIn('1');
      const answer = await user.call(endpoint, { params: { account }, body: { surprise: 1 } } as never);
      expect([answer.status, JSON.stringify(answer.data)]).toEqual([422, expect.stringContaining('"surprise"')]);
    },
  );

  test('adds a card by its number; unknown and foreign ones look alike, and guessing is slowed down', async () => {
    const user = await shop.signIn('2');
    const id = await shop.bind(user, 1);
    expect(await shop.bind(user, 1)).toBe(id);
    const { cards } = await user.ask(readCards);
    expect(cards).toMatchObject([{ id, iccid: iccid(1), tone: 'good' }]);
    const said = async (n: number) => {
      const { status, code, message, data } = await user.call(bindCard, { body: { number: iccid(n) } });
      return { status, code, message, data };
    };
    expect(await said(50)).toEqual(await said(999));
    for (let tries = 0; tries < 6; tries += 1) await said(990 + tries);
    expect((await said(2)).code).toBe('4291951');
    under.clock.advance(31 * 60_000);
    expect((await said(2)).code).toBe('200');
  });

  test('sees his own cards and orders only', async () => {
    const [one, other] = [await shop.signIn('2'), await shop.signIn('3')];
    const cardId = await shop.bind(one, 3);
    const orderId = await shop.order(one, cardId, listing);
    expect((await other.ask(readCards)).cards).toEqual([]);
    expect((await other.call(readCardPackages, { query: { cardId } })).code).toBe('4041952');
    expect((await other.call(buy, { body: { cardId, listingId: listing, price: '1500' } })).code).toBe('4041952');
    expect((await other.call(unbindCard, { body: { cardId } })).code).toBe('4041952');
    expect((await other.call(followOrder, { body: { orderId } })).code).toBe('4041981');
    expect((await other.ask(readOrders)).orders).toEqual([]);
    await one.ask(unbindCard, { body: { cardId } });
    expect((await one.call(readCardPackages, { query: { cardId } })).code).toBe('4041952');
  });

  test('loses sight of a card that left the tree of the account’s owner', async () => {
    const user = await shop.signIn('3');
    const cardId = await shop.bind(user, 4);
    await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', cardId).execute();
    expect((await user.ask(readCards)).cards).toEqual([]);
    expect((await user.call(readCardPackages, { query: { cardId } })).code).toBe('4041952');
  });

  test('is out at once when he signs out or the account is disabled', async () => {
    const user = await shop.signIn('4');
    await user.ask(leave, { body: {} });
    expect((await user.call(readCards)).code).toBe('5005003');
    const other = await shop.signIn('4');
    await agent.ask(switchPublicAccount, { body: { id: account, isEnabled: false } });
    expect((await other.call(readCards)).code).toBe('5005003');
    expect((await shop.get(`/api/h5/v1/${account}/sign-in`)).statusCode).toBe(404);
    await agent.ask(switchPublicAccount, { body: { id: account, isEnabled: true } });
    expect((await other.call(readCards)).code).toBe('5005003');
  });
});

describe('an order of an end user', () => {
  test('of twenty taps is one; paid, it is one record on the card however often the notice comes, and every cent is somewhere', async () => {
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 5);
    const taps = await Promise.all(
      Array.from({ length: 20 }, () => user.call(buy, { body: { cardId, listingId: once, price: '1500' } })),
    );
    const ids = new Set(taps.map(({ data }) => data?.orderId));
    expect([...new Set(taps.map(({ code }) => code))]).toEqual(['200']);
    expect(ids.size).toBe(1);
    const [orderId = ''] = ids;
    const before = await shop.money();
    const asked = await user.ask(followOrder, { body: { orderId } });
    expect(asked.order.progress).toBe('paying');
    expect(asked.sheet).toMatchObject({ appId: 'wx0000000000000010', signType: 'RSA' });
    // The stand-in for WeChat's sheet checks the signature like WeChat.
    expect((await fetch(asked.sheetUrl ?? '')).status).toBe(200);
    expect((await fetch((asked.sheetUrl ?? '').replace('nonceStr=', 'nonceStr=0'))).status).toBe(400);
    await shop.pay(orderId);
    const notices = (await control(under.jasper, 'GET', '/wechat/notices')) as { notices: { id: string }[] };
    const last = notices.notices.at(-1);
    await control(under.jasper, 'POST', `/wechat/notices/${last?.id}/resend`, { times: 3 });
    await shop.workOrder(orderId);
    const followed = await user.ask(followOrder, { body: { orderId } });
    expect(followed.order.progress).toBe('done');
    expect(followed.order.endsAt).not.toBeNull();
    expect(await recordsOf(cardId)).toBe(1);
    const after = await shop.money();
    const gained = (key: string) => BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0);
    expect(gained('customer 10 profitFrozen')).toBe(700n);
    expect(gained('platform 1 revenue')).toBe(800n);
    expect(gained('platform 1 clearing')).toBe(-1_500n);
    expect(gained('customer 10 balance')).toBe(0n);
    expect(gained('endUser 10 walletPaid') + gained('endUser 10 frozen')).toBe(0n);
    await whole();
    // Once is what the listing allows a card.
    expect((await user.call(buy, { body: { cardId, listingId: once, price: '1500' } })).code).toBe('4091981');
    const { listed } = await user.ask(readCardPackages, { query: { cardId } });
    expect(listed.map(({ id }) => id)).toEqual([listing]);
    const preview = await agent.ask(previewListings, { query: { accountId: account, iccid: iccid(5) } });
    expect(preview.listings.find(({ id }) => id === once)?.hidden?.zh).toBe('已达限购次数');
    const { list } = await agent.ask(listRetailOrders, { query: { pageNum: 1, pageSize: 10 } });
    expect(list.find(({ id }) => id === orderId)).toMatchObject({
      progress: 'done',
      price: '1500',
      collectedBy: 'platform',
    });
  });

  test('that cannot be set up goes back the way it came', async () => {
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 6);
    const orderId = await shop.order(user, cardId, listing);
    const before = await shop.money();
    await shop.pay(orderId);
    await under.db.updateTable('cards.card').set({ product_code: null }).where('id', '=', cardId).execute();
    await shop.workOrder(orderId);
    expect(await shop.rowOf(orderId)).toMatchObject({ fulfil_state: 4, refunded: '1500' });
    expect(await recordsOf(cardId)).toBe(0);
    const { order } = await user.ask(followOrder, { body: { orderId } });
    expect(['refunding', 'refunded']).toContain(order.progress);
    expect(order.why?.zh).toBeTruthy();
    expect(await shop.money()).toEqual(before);
    await whole();
  });

  test('is paid at the price he was shown; a price that moved is refused before he pays', async () => {
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 7);
    expect((await user.call(buy, { body: { cardId, listingId: listing, price: '1400' } })).code).toBe('4091984');
    const orderId = await shop.order(user, cardId, listing);
    const { list } = await agent.ask(listListings, { query: { pageNum: 1, pageSize: 10 } });
    const row = list.find(({ id }) => id === listing);
    const terms = { title: '月包 1 GB', badge: 'hot', sort: 10, buyLimit: 0 } as const;
    await agent.ask(editListing, { body: { id: listing, version: row?.version ?? 0, price: '18.00', ...terms } });
    await shop.pay(orderId);
    await shop.workOrder(orderId);
    expect(await shop.rowOf(orderId)).toMatchObject({ fulfil_state: 2, price: '1500' });
    await agent.ask(editListing, { body: { id: listing, version: (row?.version ?? 0) + 1, price: '15.00', ...terms } });
    await whole();
  });

  test('closes unpaid after a quarter of an hour; paid later it is set up while it is offered at its price, or goes back', async () => {
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 8);
    const late = async () => {
      const orderId = await shop.order(user, cardId, listing);
      under.clock.advance(16 * 60_000);
      await stepDue(ctx);
      expect(await shop.rowOf(orderId)).toMatchObject({ pay_state: 1, fulfil_state: 5 });
      return orderId;
    };
    const again = await late();
    await shop.pay(again);
    await shop.workOrder(again);
    expect(await shop.rowOf(again)).toMatchObject({ pay_state: 2, fulfil_state: 2 });
    const back = await late();
    await agent.ask(shelveListing, { body: { id: listing, isOnSale: false } });
    await shop.pay(back);
    await shop.workOrder(back);
    expect(await shop.rowOf(back)).toMatchObject({ pay_state: 2, fulfil_state: 4, refunded: '1500' });
    await agent.ask(shelveListing, { body: { id: listing, isOnSale: true } });
    expect(await recordsOf(cardId)).toBe(1);
    await whole();
  });

  test('that staff unsubscribe goes back to the buyer at every level', async () => {
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 9);
    const before = await shop.money();
    const orderId = await shop.order(user, cardId, listing);
    await shop.pay(orderId);
    await shop.workOrder(orderId);
    // A second one waits behind the first, and is given back whole.
    const queued = await shop.order(user, cardId, listing);
    await shop.pay(queued);
    await shop.workOrder(queued);
    expect(await recordsOf(cardId)).toBe(2);
    const between = await shop.money();
    await unsubscribe(under, '10', [9], { usages: 'waiting' });
    await workOff(under);
    const row = await shop.rowOf(queued);
    const line = await under.db
      .selectFrom('orders.order_line')
      .select('id')
      .where('order_id', '=', row.package_order_id)
      .executeTakeFirstOrThrow();
    const told = { orderId: row.package_order_id ?? '', cause: `line:${line.id}`, amount: '1500' };
    await orderSoldBack(ctx, told);
    await orderSoldBack(ctx, told);
    expect(await shop.rowOf(queued)).toMatchObject({ refunded: '1500' });
    const after = await shop.money();
    const lost = (key: string) => BigInt(between[key] ?? 0) - BigInt(after[key] ?? 0);
    expect(lost('customer 10 profitFrozen')).toBe(700n);
    expect(lost('platform 1 revenue')).toBe(800n);
    expect(lost('platform 1 clearing')).toBe(-1_500n);
    expect(after['endUser 10 walletPaid']).toBe(before['endUser 10 walletPaid']);
    await whole();
  });
});

test('a seller that collects itself has the cash: its balance pays what it owes, and while that is short the order waits', async () => {
  const merchant = await openMerchant(under.jasper, 'wechat', { appid: APPID });
  const { id: merchantId } = await agent.ask(wechatMerchants.add, {
    body: {
      name: 'own',
      baseUrl: merchant.baseUrl,
      noticeBaseUrl: shop.own,
      credentials: merchant.credentials,
    } as never,
  });
  await agent.ask(addMerchantToRoute, { body: { scene: 'packageOrder', merchantId, currency: 'CNY' } });
  const user = await shop.signIn('3');
  const cardId = await shop.bind(user, 2);
  const orderId = await shop.order(user, cardId, listing);
  const before = await shop.money();
  await fund(under, '10', 500);
  await shop.pay(orderId);
  expect(await shop.rowOf(orderId)).toMatchObject({ pay_state: 2, fulfil_state: 0, is_self_collected: true });
  expect((await user.ask(followOrder, { body: { orderId } })).order).toMatchObject({ progress: 'ordering' });
  await fund(under, '10', 10_000);
  under.clock.advance(60_000);
  await workDesk(ctx);
  await shop.workOrder(orderId);
  expect(await shop.rowOf(orderId)).toMatchObject({ fulfil_state: 2 });
  const after = await shop.money();
  expect(BigInt(after['customer 10 balance'] ?? 0) - BigInt(before['customer 10 balance'] ?? 0)).toBe(9_700n);
  expect(after['endUser 10 walletPaid']).toBe(before['endUser 10 walletPaid']);
  await whole();
});

describe('the console', () => {
  test('connects an account once, without naming whom it belongs to, and only its own people change it', async () => {
    const body = { name: '另一个', appid: 'wx0000000000000010', secret: 'abcdefabcdefabcdef' };
    const taken = await agent.call(addPublicAccount, { body });
    expect(taken.data).toMatchObject({ errors: [{ field: 'appid', message: '该公众号已被接入' }] });
    const { list } = await shop.admin.ask(listPublicAccounts, { query: { pageNum: 1, pageSize: 10 } });
    expect(list).toMatchObject([{ id: account, isOwn: false, users: 4 }]);
    const edit = { id: account, version: list[0]?.version ?? 1, name: '改名' };
    expect((await shop.admin.call(editPublicAccount, { body: edit })).code).toBe('4031951');
    expect((await shop.admin.call(switchPublicAccount, { body: { id: account, isEnabled: false } })).code).toBe(
      '4031951',
    );
    const stored = await under.db.selectFrom('public_accounts.account').select('secret').executeTakeFirstOrThrow();
    expect(stored.secret).not.toContain('0123456789abcdef');
  });

  test('lists packages not below what they cost the seller, each once', async () => {
    const terms = { title: '试一试', price: '7.99', badge: 'none', sort: 1, buyLimit: 0 } as const;
    const low = await agent.call(addListing, { body: { accountId: account, packageId, ...terms } });
    expect(low.data).toMatchObject({ errors: [{ field: 'price', message: '价格不能低于底价 8.00' }] });
    const twice = await agent.call(addListing, { body: { accountId: account, packageId, ...terms, price: '9.00' } });
    expect(twice.data).toMatchObject({ errors: [{ field: 'packageId' }] });
    const fresh = await shop.packageOf('新套餐');
    const { packages } = await agent.ask(readListable, { query: { accountId: account } });
    expect(packages).toMatchObject([{ id: fresh, least: '800' }]);
  });

  test('shows nothing of it to others', async () => {
    await allow(under, 'rival', [
      'gzhManagement.view',
      'wechatPackage.view',
      'wechatPackage.edit',
      'wechatOrderList.view',
    ]);
    const page = { query: { pageNum: 1, pageSize: 10 } };
    expect((await rival.ask(listPublicAccounts, page)).list).toEqual([]);
    expect((await rival.ask(listListings, page)).list).toEqual([]);
    expect((await rival.ask(listRetailOrders, page)).list).toEqual([]);
    const own = await agent.ask(listRetailOrders, page);
    const id = own.list[0]?.id ?? '';
    await agent.ask(remarkOrder, { body: { id, remark: '用户来电' } });
    expect((await rival.call(remarkOrder, { body: { id, remark: '用户来电' } })).code).toBe('4041981');
    expect((await rival.call(readListable, { query: { accountId: account } })).code).toBe('4041951');
    expect((await rival.call(previewListings, { query: { accountId: account, iccid: iccid(1) } })).code).toBe(
      '4041951',
    );
  });
});

test('an end user who stayed away for a week signs in anew', async () => {
  const user = await shop.signIn('4');
  under.clock.advance(6 * 86_400_000);
  expect((await user.call(readCards)).code).toBe('200');
  under.clock.advance(8 * 86_400_000);
  expect((await user.call(readCards)).code).toBe('5005003');
});
