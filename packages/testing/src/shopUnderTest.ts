import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { bindCard } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import { addPublicAccount } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { buy, followOrder } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { addListing } from '@cardinal/contract/api/retailOrders/listings.ts';
import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { foldPostings } from '@cardinal/server/domains/ledger/foldPostings.ts';
import { closeOrdersJob } from '@cardinal/server/domains/orders/ordering/closeOrders.ts';
import { stepDue } from '@cardinal/server/domains/payments/steps/steps.ts';
import { giveBack, orderEnded } from '@cardinal/server/domains/retailOrders/buying/giveBack.ts';
import type { Answer, Caller } from './app.ts';
import { addCards, type CardsUnderTest, iccid, workOff } from './cardsUnderTest.ts';
import { control } from './carriers.ts';
import { allow } from './ordersUnderTest.ts';
import { makePackage } from './packages.ts';
import { openMerchant } from './paymentProviders.ts';
import { sellProduct } from './products.ts';

export const APPID = 'wx0000000000000010';
const SECRET = '0123456789abcdef0123456789abcdef';

/** An end user with his cookie; what he sends is asked for at his account. */
export type EndUserCaller = {
  readonly cookie: string;
  readonly call: <E extends Endpoint>(endpoint: E, given?: object) => Promise<Answer<AnswerOf<E>>>;
  readonly ask: <E extends Endpoint>(endpoint: E, given?: object) => Promise<AnswerOf<E>>;
};

type ShopTerms = {
  readonly seller?: 'agent' | 'subagent';
  readonly given?: NonNullable<Parameters<typeof makePackage>[1]>['given'];
  readonly provider?: 'wechat' | 'lianlian';
};
const GIVEN = [
  { to: '10', from: '1', reserve: 800 },
  { to: '12', from: '10', reserve: 1_000 },
];

/**
 * A public account of agent 10 that sells a package of 15.00, for which 10 owes 8.00, collected by the platform's simulated merchant;
 * its server listens, so that notices arrive.
 */
export async function shopUnderTest(
  under: CardsUnderTest,
  /** Who sells, at what each level owes, and where his users pay. */
  { seller = 'agent', given = GIVEN, provider = 'wechat' }: ShopTerms = {},
) {
  const { app, db, ctx } = under;
  const own = await app.http.listen({ port: 0, host: '127.0.0.1' });
  await allow(under, seller, [
    'gzhManagement.add',
    'gzhManagement.view',
    'gzhManagement.edit',
    'gzhManagement.disable',
  ]);
  await allow(under, seller, [
    'wechatPackage.view',
    'wechatPackage.edit',
    'wechatPackage.shelf',
    'wechatOrderList.view',
  ]);
  const [admin, agent] = (await Promise.all(['admin', seller].map((name) => under.as(name)))) as [Caller, Caller];
  const simulator = under.jasper;
  await control(simulator, 'POST', '/wechatOpen/accounts', { appid: APPID, secret: SECRET });
  const opened = await openMerchant(simulator, 'wechat', { appid: APPID });
  const { id: merchantId } = await admin.ask(wechatMerchants.add, {
    body: { name: 'wechat', baseUrl: opened.baseUrl, noticeBaseUrl: own, credentials: opened.credentials } as never,
  });
  await admin.ask(addMerchantToRoute, { body: { scene: 'balanceRecharge', merchantId, currency: 'CNY' } });
  const address = `${simulator.url}/wechatOpen`;
  const { id: account } = await agent.ask(addPublicAccount, {
    body: { name: '甲代理流量卡', appid: APPID, secret: SECRET, apiBaseUrl: address, pageBaseUrl: address },
  });
  const product = await sellProduct(ctx, {
    carrierAccountId: under.accountId,
    customerIds: ['10', { to: '11', from: '10' }, { to: '12', from: '10' }],
  });
  const packageOf = async (name: string, terms: Parameters<typeof makePackage>[1] = {}) =>
    (
      await makePackage(ctx, {
        name,
        ...terms,
        products: [product],
        channels: ['platform', 'publicAccount', 'api'],
        given,
      })
    ).id;
  const list = async (packageId: string, more: object = {}) =>
    (
      await agent.ask(addListing, {
        body: {
          accountId: account,
          packageId,
          title: '月包 1 GB',
          price: '15.00',
          badge: 'none',
          sort: 10,
          buyLimit: 0,
          ...more,
        },
      })
    ).id;
  const newCards = async (numbers: readonly number[], customerId = '12') => {
    const ids = await addCards(
      under,
      numbers.map((n) => ({ n, customerId })),
    );
    await db.updateTable('cards.card').set({ product_code: product }).where('id', 'in', ids).execute();
    return ids;
  };

  const as = (cookie: string): EndUserCaller => {
    const call: EndUserCaller['call'] = (endpoint, given = {}) =>
      under.nobody.call(endpoint, { params: { account }, raw: { headers: { cookie } }, ...given } as never);
    return {
      cookie,
      call,
      ask: async (endpoint, given) => {
        const answer = await call(endpoint, given);
        if (answer.code !== '200') throw new Error(`${endpoint.name}: ${answer.code} ${answer.message}`);
        return answer.data as never;
      },
    };
  };
  const get = (url: string, cookie?: string) =>
    app.http.inject({ url, headers: { host: '127.0.0.1:8080', ...(cookie ? { cookie } : {}) } });
  const cookieIn = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';

  /** Goes to the simulated WeChat and comes back as one of its followers, as a browser does. */
  async function begin(follower = '1') {
    const begun = await get(`/api/h5/v1/${account}/sign-in`);
    const page = new URL(String(begun.headers.location));
    const [back, state] = [page.searchParams.get('redirect_uri') ?? '', page.searchParams.get('state') ?? ''];
    const chosen = await fetch(
      `${simulator.url}/wechatOpen/choose?${new URLSearchParams({ key: follower, appid: APPID, back, state })}`,
      { redirect: 'manual' },
    );
    const returned = new URL(chosen.headers.get('location') ?? '');
    return { cookie: cookieIn(begun), returned, state };
  }
  async function signIn(follower = '1'): Promise<EndUserCaller> {
    const { cookie, returned } = await begin(follower);
    return as(cookieIn(await get(returned.pathname + returned.search, cookie)));
  }

  const rowOf = (orderId: string) =>
    db.selectFrom('retail_orders.retail_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  /** Pays at the simulated provider, and does what the queue would. */
  async function pay(orderId: string): Promise<void> {
    const { trade_no, payment_id } = await rowOf(orderId);
    await control(simulator, 'POST', `/${provider}/trades/${trade_no}/pay`, {});
    for (let tries = 0; tries < 100; tries += 1) {
      const payment = await db
        .selectFrom('payments.payment')
        .select('settled_at')
        .where('id', '=', payment_id)
        .executeTakeFirstOrThrow();
      if (payment.settled_at) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  /** What failed goes back, as after the hours its account allows; `keeps` leaves it at the desk. */
  const workReturns = async (orderId: string, keeps = false): Promise<void> => {
    const { fulfil_state } = await rowOf(orderId);
    if (fulfil_state === 4 && !keeps) await giveBack(ctx, { retailOrderId: orderId, cause: 'failed' });
  };
  /** Works off what a paid order started, until it has ended. */
  async function workOrder(orderId: string, keeps = false): Promise<void> {
    const { package_order_id } = await rowOf(orderId);
    if (package_order_id) {
      const { task_id } = await db
        .selectFrom('orders.package_order')
        .select('task_id')
        .where('id', '=', package_order_id)
        .executeTakeFirstOrThrow();
      await workOff(under);
      await closeOrdersJob.run(ctx, { taskId: task_id }, new AbortController().signal);
      const order = await db
        .selectFrom('orders.package_order')
        .select('settled_lines')
        .where('id', '=', package_order_id)
        .executeTakeFirstOrThrow();
      await orderEnded(ctx, { orderId: package_order_id, settled: order.settled_lines });
    }
    await workReturns(orderId, keeps);
    await stepDue(ctx);
    await foldPostings(ctx);
  }
  /** Orders, and asks until the sheet is there. */
  async function order(user: EndUserCaller, cardId: string, listingId: string, price = '1500') {
    const { orderId } = await user.ask(buy, { body: { cardId, listingId, price } });
    await user.ask(followOrder, { body: { orderId } });
    return orderId;
  }
  const bind = async (user: EndUserCaller, n: number) => (await user.ask(bindCard, { body: { number: iccid(n) } })).id;
  /** Balances by owner and kind, where there is any. */
  const money = async () => {
    await foldPostings(ctx);
    const rows = await db
      .selectFrom('ledger.account')
      .select(['owner_kind', 'customer_id', 'kind', 'balance'])
      .where('balance', '<>', '0')
      .execute();
    // Cards and end users of a customer have an account each.
    const accounts = Map.groupBy(rows, (row) => `${row.owner_kind} ${row.customer_id} ${row.kind}`);
    const sums = [...accounts].map(([of, own]) => [of, own.reduce((sum, { balance }) => sum + BigInt(balance), 0n)]);
    return Object.fromEntries(sums.map(([of, sum]) => [of, String(sum)]));
  };
  return {
    own,
    admin,
    agent,
    account,
    merchantId,
    product,
    packageOf,
    list,
    newCards,
    as,
    begin,
    get,
    cookieIn,
    signIn,
    rowOf,
    pay,
    workOrder,
    order,
    bind,
    money,
  };
}
