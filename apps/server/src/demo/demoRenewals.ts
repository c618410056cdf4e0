import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { beginContract } from '../domains/autoRenewals/contracts/beginContract.ts';
import { stepContract } from '../domains/autoRenewals/contracts/stepContract.ts';
import { currentVersions, isRefuelling } from '../domains/packages/face.ts';
import { asSeller } from '../domains/publicAccounts/face.ts';
import { renewable } from '../domains/retailOrders/face.ts';
import type { Ctx } from '../framework/context.ts';

const TEMPLATE = '71401';
const MERCHANT = '70201';
const PLATFORM = '1';
const OFFERS = 3;
const MOST = 50_000n;
const NAME = text('月包自动续费（演示）', 'Monthly renewal (demo)');
const SHOWN = text('流量卡套餐', 'Data card package');

/** A plan of the platform's merchant, and listings of the demo's account that can be signed for under it, a little cheaper. */
export async function seedRenewals(ctx: Ctx, { account, seller }: { account: string; seller: string }): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('auto_renewals.template')
    .values({
      id: TEMPLATE,
      customer_id: PLATFORM,
      name: say(NAME, ctx.language),
      provider: PaymentProvider.values.wechat,
      merchant_id: MERCHANT,
      plan_id: '12535',
      max_amount: String(MOST),
      currency: 'CNY',
      period_unit: 1,
      lead_days: 2,
      display_name: say(SHOWN, ctx.language),
      is_enabled: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const listings = await ctx.db
    .selectFrom('retail_orders.v_listing')
    .selectAll()
    .where('account_id', '=', account)
    .where('is_on_sale', '=', true)
    .orderBy('id')
    .execute();
  const versions = await currentVersions(
    await asSeller(ctx, seller),
    listings.map(({ package_id }) => package_id),
  );
  let offered = 0;
  for (const listing of listings) {
    const version = versions.get(listing.package_id);
    const fits = version && !isRefuelling(version.type) && version.validity_unit === 1 && BigInt(listing.price) <= MOST;
    if (!fits || offered >= OFFERS) continue;
    await ctx.db
      .insertInto('auto_renewals.package')
      .values({
        id: String(71_411 + offered),
        account_id: account,
        customer_id: seller,
        listing_id: listing.id,
        package_id: listing.package_id,
        template_id: TEMPLATE,
        renew_price: listing.price,
        currency: listing.currency,
        days_before: 2,
        retries: 3,
        is_enabled: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
    offered += 1;
  }
}

/** Two of the account's users sign at the simulated WeChat; workers charge them once the server runs, by day. */
export async function signRenewals(
  ctx: Ctx,
  { account, seller, sign }: { account: string; seller: string; sign: (contractNo: string) => Promise<unknown> },
): Promise<void> {
  const bindings = await ctx.db
    .selectFrom('public_accounts.binding')
    .select(['end_user_id', 'card_id'])
    .where('account_id', '=', account)
    .orderBy('id')
    .limit(2)
    .execute();
  const offers = await ctx.db
    .selectFrom('auto_renewals.package as p')
    .innerJoin('retail_orders.v_listing as l', 'l.id', 'p.listing_id')
    .select(['p.id', 'p.listing_id', 'p.renew_price', 'l.price'])
    .where('p.account_id', '=', account)
    .orderBy('p.id')
    .execute();
  for (const { end_user_id: endUserId, card_id: cardId } of bindings) {
    const actor = {
      kind: 'endUser' as const,
      endUserId,
      publicAccountId: account,
      isInMiniProgram: false,
      customerId: seller,
    };
    const scope = { everything: false as const, customerIds: [], ownCustomerId: '0', accountId: '0' };
    for (const { id: offerId, listing_id: listingId, price: firstPrice, renew_price: renewPrice } of offers) {
      const { failure } = await renewable(ctx, { customerId: seller, cardId, listingId, price: BigInt(renewPrice) });
      if (failure) continue;
      const { contractId } = await ctx
        .actAs({ actor, scope })
        .transact((inside) => beginContract(inside, { cardId, offerId, firstPrice, renewPrice }));
      await stepContract(ctx, contractId);
      const { contract_no } = await ctx.db
        .selectFrom('auto_renewals.contract')
        .select('contract_no')
        .where('id', '=', contractId)
        .executeTakeFirstOrThrow();
      await sign(contract_no);
      await stepContract(ctx, contractId);
      break;
    }
  }
}
