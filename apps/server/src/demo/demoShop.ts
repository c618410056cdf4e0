import type { ListingBadge } from '@cardinal/contract/enumerations/retail.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { packagesHeldBy, priceChains } from '../domains/packages/face.ts';
import { stepPayment } from '../domains/payments/steps/stepPayment.ts';
import { sealSecret } from '../domains/publicAccounts/accounts/accountStore.ts';
import { asSeller } from '../domains/publicAccounts/face.ts';
import { buy } from '../domains/retailOrders/buying/buy.ts';
import { leastPrice } from '../domains/retailOrders/listings/listingRules.ts';
import { offersFor } from '../domains/retailOrders/listings/offers.ts';
import type { Ctx } from '../framework/context.ts';
import { seedRenewals, signRenewals } from './demoRenewals.ts';

/** The demo's public account: its appid is that of the platform's merchant, which collects for it. */
export const DEMO_APPID = 'wxc0ffee0000000010';
export const DEMO_SECRET = '0123456789abcdef0123456789abcdef';
export const ACCOUNT = '71001';
export const SELLER = '10';
const NAME = text('甲代理流量卡（演示）', 'Agent A data cards (demo)');
const BADGES: readonly ListingBadge[] = ['hot', 'recommended', 'none'];

const followers = z.object({ followers: z.array(z.object({ openid: z.string() })) });

export async function ask(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`the simulator answers ${answer.status} at ${url}`);
  return answer.json();
}

/** The people who follow an account at the simulated WeChat; asked before anything is written. */
export async function openDemoAccount(simulatorUrl: string, appid: string): Promise<string[]> {
  await ask(`${simulatorUrl}/_control/wechatOpen/accounts`, { appid, secret: DEMO_SECRET });
  const told = followers.parse(await ask(`${simulatorUrl}/_control/wechatOpen/followers/${appid}`));
  return told.followers.map(({ openid }) => openid);
}

const titleOf = (name: string): string => name.slice(0, 30);

/** A public account of agent A with what it sells, and people with cards of its customers. */
export async function seedShop(ctx: Ctx, simulatorUrl: string, openids: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  const address = `${simulatorUrl}/wechatOpen`;
  await ctx.db
    .insertInto('public_accounts.account')
    .values({
      id: ACCOUNT,
      customer_id: SELLER,
      name: say(NAME, ctx.language),
      appid: DEMO_APPID,
      secret: sealSecret(ctx, ACCOUNT, DEMO_SECRET),
      hotline: '400-800-0010',
      api_base_url: address,
      page_base_url: address,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const seller = await asSeller(ctx, SELLER);
  const held = await packagesHeldBy(seller, SELLER, { keyword: '', most: 200 });
  const chainTo = await priceChains(
    seller,
    held.map(({ package_id }) => package_id),
    [SELLER],
    now,
  );
  let listed = 0;
  for (const { package_id, name } of held) {
    const own = chainTo(package_id, SELLER)?.at(-1);
    if (own?.currency !== 'CNY') continue;
    const least = leastPrice(own);
    const suggested = BigInt(own.suggestPrice);
    const price = suggested > least ? suggested : (least * 13n) / 10n;
    await ctx.db
      .insertInto('retail_orders.listing')
      .values({
        id: String(71_100 + listed),
        account_id: ACCOUNT,
        customer_id: SELLER,
        package_id,
        title: titleOf(name),
        price: String(price),
        original_price: listed % 3 === 0 ? String((price * 12n) / 10n) : null,
        currency: 'CNY',
        badge: BADGES[listed % BADGES.length] as ListingBadge,
        sort: (listed + 1) * 10,
        buy_limit: listed % 4 === 3 ? 1 : 0,
        sale_from: null,
        sale_until: null,
        is_on_sale: listed !== 6,
        created_at: now,
        updated_at: now,
      })
      .execute();
    listed += 1;
  }
  await ctx.db
    .insertInto('public_accounts.end_user')
    .values(
      openids.map((openid, at) => ({
        id: String(71_201 + at),
        account_id: ACCOUNT,
        customer_id: SELLER,
        openid,
        created_at: now,
        last_seen_at: now,
      })),
    )
    .execute();
  const cards = await seller.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where('lifecycle', '=', 'activated')
    .where('product_code', 'is not', null)
    .orderBy('id')
    .limit(120)
    .execute();
  let bound = 0;
  for (const card of cards) {
    const offers = await offersFor(seller, { id: ACCOUNT, customer_id: SELLER }, card);
    if (offers.filter(({ whyNot }) => whyNot === undefined).length < 2) continue;
    // The first follower has two cards, the last none yet: he types one himself.
    const user = bound === 0 ? 0 : bound - 1;
    if (user >= openids.length - 1) break;
    await ctx.db
      .insertInto('public_accounts.binding')
      .values({
        id: String(71_301 + bound),
        end_user_id: String(71_201 + user),
        account_id: ACCOUNT,
        customer_id: SELLER,
        card_id: card.id,
        created_at: now,
        ended_at: null,
      })
      .execute();
    bound += 1;
  }
  await seedRenewals(ctx, { account: ACCOUNT, seller: SELLER });
}

type Buyer = { readonly end_user_id: string; readonly card_id: string };

/** One of them, as he acts on the account's page. */
export const asBuyer = (ctx: Ctx, { end_user_id }: Pick<Buyer, 'end_user_id'>): Ctx =>
  ctx.actAs({
    actor: {
      kind: 'endUser',
      endUserId: end_user_id,
      publicAccountId: ACCOUNT,
      isInMiniProgram: false,
      customerId: SELLER,
    },
    scope: { everything: false, customerIds: [], ownCustomerId: '0', accountId: '0' },
  });

export type Bought = {
  readonly orderId: string;
  readonly paymentId: string;
  readonly listingId: string;
  pay(): Promise<void>;
};

/** Orders the first package that is offered for his card; `pay` pays it at the simulated provider. */
export async function buyFirst(ctx: Ctx, simulatorUrl: string, buyer: Buyer): Promise<Bought | undefined> {
  const seller = await asSeller(ctx, SELLER);
  const card = await seller.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where('id', '=', buyer.card_id)
    .executeTakeFirstOrThrow();
  const offers = await offersFor(seller, { id: ACCOUNT, customer_id: SELLER }, card);
  const [offer] = offers.filter(({ whyNot }) => whyNot === undefined);
  if (!offer) return undefined;
  const { listing } = offer;
  const { orderId } = await asBuyer(ctx, buyer).transact((inside) =>
    buy(inside, { cardId: card.id, listingId: listing.id, price: listing.price }),
  );
  const order = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select(['payment_id', 'trade_no'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await stepPayment(ctx, order.payment_id);
  return {
    orderId,
    paymentId: order.payment_id,
    listingId: listing.id,
    async pay() {
      await ask(`${simulatorUrl}/_control/wechat/trades/${order.trade_no}/pay`, {});
      await stepPayment(ctx, order.payment_id);
    },
  };
}

/** Each of them orders; all but the last order is paid at the simulated provider. Workers set it up once the server runs. */
export async function sellInShop(ctx: Ctx, simulatorUrl: string): Promise<void> {
  const bindings = await ctx.db
    .selectFrom('public_accounts.binding as b')
    .selectAll()
    .where('account_id', '=', ACCOUNT)
    .orderBy('id')
    .execute();
  for (const [at, binding] of bindings.entries()) {
    const bought = await buyFirst(ctx, simulatorUrl, binding);
    if (at < bindings.length - 1) await bought?.pay();
  }
  await signRenewals(ctx, {
    account: ACCOUNT,
    seller: SELLER,
    sign: (contractNo) => ask(`${simulatorUrl}/_control/wechat/contracts/${contractNo}/sign`, {}),
  });
}

/** The demo's account leads to where the simulator of this start listens; one that somebody pointed elsewhere stays there. */
export async function followShop(ctx: Ctx, simulatorUrl: string): Promise<void> {
  const address = `${simulatorUrl}/wechatOpen`;
  await ctx.db
    .updateTable('public_accounts.account')
    .set({ api_base_url: address, page_base_url: address })
    .where('id', '=', ACCOUNT)
    .where('api_base_url', '~', '^http://127.0.0.1:[0-9]+/wechatOpen$')
    .execute();
}
