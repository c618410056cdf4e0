import type {
  replaceCase as endpoint,
  readReplacements as optionsEndpoint,
} from '@cardinal/contract/api/retailOrders/deskCases.ts';
import {
  caseSolved,
  replacementNotOffered,
  retailOrderNotFound,
} from '@cardinal/contract/api/retailOrders/refusals.ts';
import { splitKeepsPackage } from '@cardinal/contract/api/subAccounts/refusals.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { keptChain } from '../../orders/face.ts';
import { asSeller } from '../../publicAccounts/face.ts';
import { isSplit } from '../../subAccounts/face.ts';
import type { RetailOrderRow } from '../buying/retailMoney.ts';
import { noteEvent, openCaseOf } from '../cases/caseStore.ts';
import { type Offer, offersFor } from '../listings/offers.ts';
import { attempt, judgeRetry, lockCase } from './retryCase.ts';

/** What the account lists at the price that was paid and the card can have now. */
async function offersInstead(ctx: Ctx, row: RetailOrderRow): Promise<Offer[]> {
  if (row.package_id === null) return [];
  const seller = await asSeller(ctx, row.customer_id);
  const card = await seller.db.selectFrom('cards.v_card').selectAll().where('id', '=', row.card_id).executeTakeFirst();
  if (!card) return [];
  const offers = await offersFor(seller, { id: row.account_id, customer_id: row.customer_id }, card);
  return offers.filter(
    ({ listing, whyNot }) => !whyNot && listing.price === row.price && listing.package_id !== row.package_id,
  );
}

export async function readReplacements(
  ctx: Ctx,
  { id }: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  const row = await ctx.db.selectFrom('retail_orders.retail_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(retailOrderNotFound);
  const open = await openCaseOf(ctx, id);
  if (!open || open.reason === 'asked') throw new Refused(caseSolved);
  const offers = (await isSplit(ctx, row.payment_id)) ? [] : await offersInstead(ctx, row);
  return { packages: offers.map(({ listing }) => ({ id: listing.id, title: listing.title })) };
}

/** Sets up another package for the money that came, at the terms of now. */
export async function replaceCase(
  ctx: Ctx,
  { id, listingId }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const locked = await lockCase(ctx, id);
  if ((await judgeRetry(ctx, locked)) === 'hasIt') throw new Refused(caseSolved);
  const { row } = locked;
  if (await isSplit(ctx, row.payment_id)) throw new Refused(splitKeepsPackage);
  const offer = (await offersInstead(ctx, row)).find(({ listing }) => listing.id === listingId);
  if (!offer?.judged?.chain) throw new Refused(invalid, {}, [{ field: 'listingId', text: replacementNotOffered.text }]);
  const { listing, judged } = offer;
  const chain = judged.chain ?? [];
  const replaced = {
    listing_id: listing.id,
    package_id: listing.package_id,
    title: listing.title,
    chain: { versionId: judged.found.id, levels: JSON.parse(keptChain(chain)) as unknown },
  };
  await ctx.db
    .updateTable('retail_orders.retail_order')
    .set({ ...replaced, chain: JSON.stringify(replaced.chain) })
    .where('id', '=', id)
    .execute();
  const change = `${row.title} → ${listing.title}`;
  await noteEvent(ctx, row, 'replaced', text(change, change));
  const after = { ...row, ...replaced };
  await attempt(ctx, { ...locked, row: after }, async () => ({ terms: { chain, versionId: judged.found.id } }));
  ctx.note({
    objectKind: 'retailOrder',
    objectId: id,
    summary: row.order_no,
    customerId: row.customer_id,
    before: { package: row.title },
    after: { package: listing.title },
  });
  return DONE;
}
