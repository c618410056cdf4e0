import type {
  beginContract as beginEndpoint,
  endOwnContract as endEndpoint,
} from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import {
  cardNotRenewable,
  cardRenewsAlready,
  contractEnded,
  contractNotFound,
  offerNotFound,
  renewPriceMoved,
} from '@cardinal/contract/api/autoRenewals/refusals.ts';
import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { saleRefused } from '../../orders/face.ts';
import { currentVersions } from '../../packages/face.ts';
import { cardOf, lockEndUser } from '../../publicAccounts/face.ts';
import { renewable } from '../../retailOrders/face.ts';
import type { ContractRow } from '../renewalTables.ts';
import { SIGNABLE_MS } from './contractRules.ts';
import { beginEnding, beyond, endNow, keepContract, lockContract } from './contractStore.ts';

const { unsigned } = SigningState.values;
const REPLACED = text('改为重新签约', 'Begun anew');
const BY_USER = text('用户在公众号中解约', 'The user ended it on the account’s page');
/** Whoever has less time left to sign begins anew. */
const LEFT_MS = 60_000;

const numberOf = (id: string) => `R${BigInt(id).toString(36).toUpperCase().padStart(8, '0')}`;

/** What one account offers for signing; beyond the caller, whose scope holds no customer. */
export const offersOfAccount = (ctx: Ctx, accountId: string) =>
  beyond(ctx)
    .selectFrom('auto_renewals.package as p')
    .innerJoin('auto_renewals.template as t', 't.id', 'p.template_id')
    .innerJoin('retail_orders.v_listing as l', 'l.id', 'p.listing_id')
    .selectAll('p')
    .select(['l.title', 'l.price as first_price'])
    .select(['t.merchant_id', 't.plan_id', 't.lead_days', 't.max_amount', 't.customer_id as collector_id'])
    .where('p.account_id', '=', accountId)
    .where('p.is_enabled', '=', true)
    .where('t.is_enabled', '=', true)
    .where('l.is_on_sale', '=', true)
    .where(sql<boolean>`greatest(l.price, p.renew_price) <= t.max_amount`);

/** His own unfinished attempt that can still be signed at these prices; whatever else stands in the way is ended or refused. */
async function openFor(ctx: Ctx, cardId: string, wanted: BodyOf<typeof beginEndpoint>): Promise<string | undefined> {
  const open = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) return undefined;
  const isOwn = open.end_user_id === endUserOf(ctx).endUserId;
  if (open.state !== unsigned || !isOwn) throw new Refused(cardRenewsAlready);
  const isSame =
    open.offer_id === wanted.offerId &&
    open.first_price === wanted.firstPrice &&
    open.renew_price === wanted.renewPrice &&
    open.sign_until.getTime() - ctx.clock.now().getTime() > LEFT_MS;
  if (isSame) return open.id;
  await endNow(ctx, open, { by: 'user', words: REPLACED });
  return undefined;
}

export async function beginContract(
  ctx: Ctx,
  wanted: BodyOf<typeof beginEndpoint>,
): Promise<AnswerOf<typeof beginEndpoint>> {
  const { endUserId, publicAccountId, customerId } = endUserOf(ctx);
  await lockEndUser(ctx);
  const card = await cardOf(ctx, wanted.cardId);
  const offer = await offersOfAccount(ctx, publicAccountId).where('p.id', '=', wanted.offerId).executeTakeFirst();
  if (!offer) throw new Refused(offerNotFound);
  if (offer.first_price !== wanted.firstPrice || offer.renew_price !== wanted.renewPrice)
    throw new Refused(renewPriceMoved);
  // Several users may have added one card: one contract renews it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`renewal ${card.id}`}, 0))`.execute(beyond(ctx));
  const known = await openFor(ctx, card.id, wanted);
  if (known) return { contractId: known };
  const about = { customerId, cardId: card.id, listingId: offer.listing_id };
  for (const price of [offer.first_price, offer.renew_price]) {
    const { failure, attempt } = await renewable(ctx, { ...about, price: BigInt(price) });
    if (failure) throw saleRefused(attempt, cardNotRenewable, { reason: failure.why });
  }
  const version = (await currentVersions(ctx, [offer.package_id])).get(offer.package_id);
  if (!version) throw new Refused(offerNotFound);
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  await beyond(ctx)
    .insertInto('auto_renewals.contract')
    .values({
      id,
      contract_no: numberOf(id),
      provider_no: null,
      offer_id: offer.id,
      template_id: offer.template_id,
      merchant_id: offer.merchant_id,
      plan_id: offer.plan_id,
      collector_id: offer.collector_id,
      account_id: publicAccountId,
      customer_id: customerId,
      end_user_id: endUserId,
      card_id: card.id,
      iccid: card.iccid,
      listing_id: offer.listing_id,
      package_id: offer.package_id,
      title: offer.title,
      first_price: offer.first_price,
      renew_price: offer.renew_price,
      currency: offer.currency,
      days_before: offer.days_before,
      retries: offer.retries,
      lead_days: offer.lead_days,
      period_unit: version.validity_unit,
      period_count: version.validity_count * version.units,
      state: unsigned,
      sign_url: null,
      sign_until: new Date(now.getTime() + SIGNABLE_MS),
      signed_at: null,
      ending_at: null,
      ended_by: null,
      end_zh: null,
      end_en: null,
      ended_at: null,
      paused_zh: null,
      paused_en: null,
      periods: 0,
      said: null,
      said_zh: null,
      said_en: null,
      steps: 0,
      next_at: now,
      plan_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await keepContract(ctx, id, { next_at: now });
  return { contractId: id };
}

/** A contract of the end user who asks; any other is unknown to him. */
export async function ownContract(ctx: Ctx, id: string): Promise<ContractRow> {
  const row = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .selectAll()
    .where('id', '=', id)
    .where('end_user_id', '=', endUserOf(ctx).endUserId)
    .executeTakeFirst();
  if (!row) throw new Refused(contractNotFound);
  return row;
}

export async function endOwnContract(ctx: Ctx, { contractId }: BodyOf<typeof endEndpoint>): Promise<typeof DONE> {
  const { id } = await ownContract(ctx, contractId);
  const row = await lockContract(ctx, id);
  if (!row || row.ended_at) throw new Refused(contractEnded);
  await beginEnding(ctx, row, 'user', BY_USER);
  return DONE;
}
