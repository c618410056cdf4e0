import type * as api from '@cardinal/contract/api/groupBuys/codes.ts';
import {
  buyerNotAChild,
  groupBuyOfferNotFound,
  offerIsOff,
  priceMoved,
  tooFewCodes,
} from '@cardinal/contract/api/groupBuys/refusals.ts';
import { priceAt } from '@cardinal/contract/api/groupBuys/stepRules.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { keptChain } from '../../orders/face.ts';
import { startTask } from '../../tasks/face.ts';
import { payForCodes } from '../groupBuyMoney.ts';
import { costOf } from '../groupBuyRules.ts';
import type { OfferRow } from '../groupBuyTables.ts';
import { refuseBelow, sellable } from '../offers/offerStore.ts';
import { asSeller, beyond, seedPlace } from './batchStore.ts';

const SEED_BYTES = 32;

export type Issued = {
  readonly batchId: string;
  readonly batchNo: string;
  readonly taskId: string;
  readonly taskNo: string;
  readonly price: string;
  readonly amount: string;
  readonly currency: string;
};

/**
 * Sells codes of an offer: the buyer pays at once, a task makes the codes. Their price, terms and chain of prices are those of now,
 * whatever the offer and the package become.
 */
async function sell(
  ctx: Ctx,
  offer: OfferRow,
  asked: { readonly buyerId: string; readonly count: number; readonly price: string | undefined },
): Promise<Issued> {
  if (!offer.is_on) throw new Refused(offerIsOff);
  const { buyerId, count } = asked;
  const buyer = await customerOf(beyond(ctx), buyerId);
  if (!buyer || buyer.parentId !== offer.customer_id || buyer.currency !== offer.currency)
    throw refusedAt('buyerId', buyerNotAChild);
  const price = priceAt(offer.steps, count);
  if (price === undefined) throw refusedAt('count', tooFewCodes, { least: offer.steps[0]?.from ?? 1 });
  if (asked.price !== undefined && BigInt(asked.price) !== price) throw refusedAt('price', priceMoved);
  const { found, chain, floor } = await sellable(
    await asSeller(ctx, offer.customer_id),
    offer.package_id,
    offer.customer_id,
  );
  refuseBelow([{ from: count, price: String(price) }], floor, offer.currency);
  const id = ctx.ids.next();
  const batchNo = `B${BigInt(id).toString(36).toUpperCase()}`;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + offer.valid_days * DAY_MS);
  const title = text(`发码 ${offer.name} × ${count}`, `Codes: ${offer.name} × ${count}`);
  const amount = costOf(price, count);
  const { taskId, taskNo } = await startTask(ctx, {
    action: 'issue_coupon',
    title,
    parameters: { batchId: id },
    expected: count,
    money: { currency: offer.currency, reserved: String(amount) },
  });
  await beyond(ctx)
    .insertInto('group_buys.batch')
    .values({
      id,
      batch_no: batchNo,
      offer_id: offer.id,
      seller_id: offer.customer_id,
      customer_id: buyerId,
      sales_platform: offer.sales_platform,
      package_id: offer.package_id,
      package_version_id: found.id,
      package_name: found.name,
      chain: keptChain(chain),
      currency: offer.currency,
      price: String(price),
      expiry: offer.expiry,
      per_card: offer.per_card,
      product_codes: offer.product_codes,
      state: 'issuing',
      count,
      sealed_seed: ctx.secrets.seal(Buffer.from(ctx.random.bytes(SEED_BYTES)).toString('base64url'), seedPlace(id)),
      taken_at: null,
      taken_by: null,
      task_id: taskId,
      expires_at: expiresAt,
      expire_at: expiresAt,
      created_at: now,
    })
    .execute();
  const batch = { batch_no: batchNo, customer_id: buyerId, seller_id: offer.customer_id, currency: offer.currency };
  await payForCodes(ctx, batch, amount);
  ctx.note({
    objectKind: 'codeBatch',
    objectId: id,
    summary: `${offer.name} × ${count}`,
    customerId: buyerId,
    after: { batchNo, count, price: String(price) },
  });
  return {
    batchId: id,
    batchNo,
    taskId,
    taskNo,
    price: String(price),
    amount: String(amount),
    currency: offer.currency,
  };
}

/** A seller sells codes to its child. */
export async function issueToChild(
  ctx: Ctx,
  { offerId, ...asked }: BodyOf<typeof api.issueCodes>,
): Promise<AnswerOf<typeof api.issueCodes>> {
  const offer = await ctx.db
    .selectFrom('group_buys.offer')
    .selectAll()
    .where('id', '=', offerId)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .forShare()
    .executeTakeFirst();
  if (!offer) throw new Refused(groupBuyOfferNotFound);
  const { price: _, ...answer } = await sell(ctx, offer, asked);
  return answer;
}

/** The offers a customer can buy: those of its parent that are on. */
export async function offersOfParent(ctx: Ctx) {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  return beyond(ctx)
    .selectFrom('group_buys.offer as o')
    .innerJoin('packages.v_package as p', 'p.id', 'o.package_id')
    .selectAll('o')
    .select(['p.code as package_code', 'p.name as package_name'])
    .where('o.customer_id', '=', own?.parentId ?? '0')
    .where('o.is_on', '=', true)
    .orderBy('o.id')
    .execute();
}

/** A customer buys codes of its parent. */
export async function buyCodes(
  ctx: Ctx,
  { offerNo, ...asked }: { readonly offerNo: string; readonly count: number; readonly price: string | undefined },
): Promise<Issued> {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  const offer = await beyond(ctx)
    .selectFrom('group_buys.offer')
    .selectAll()
    .where('offer_no', '=', offerNo)
    .where('customer_id', '=', own?.parentId ?? '0')
    .forShare()
    .executeTakeFirst();
  if (!offer) throw refusedAt('offerNo', groupBuyOfferNotFound);
  return sell(ctx, offer, { ...asked, buyerId: customerId });
}
