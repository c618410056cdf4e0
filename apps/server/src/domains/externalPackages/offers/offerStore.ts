import { externalPackageNotFound } from '@cardinal/contract/api/externalPackages/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { OfferRow, SourceRow } from '../externalTables.ts';
import { beyond } from '../sources/sourceStore.ts';
import type { Accepted, Seen } from './offerRules.ts';

/** An offer of the caller's own customer with its source; of anybody else's it is not found. */
export async function ownOffer(ctx: Ctx, id: string): Promise<OfferRow> {
  const row = await ctx.db
    .selectFrom('external_packages.offer')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  if (!row) throw new Refused(externalPackageNotFound);
  return row as OfferRow;
}

/** Before any of its offers: whoever changes what was accepted and whoever syncs wait for each other here. */
export async function lockSource(ctx: Ctx, id: string): Promise<SourceRow | undefined> {
  return beyond(ctx)
    .selectFrom('external_packages.source')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export const offersOf = (ctx: Ctx, sourceId: string): Promise<OfferRow[]> =>
  beyond(ctx)
    .selectFrom('external_packages.offer')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .execute() as Promise<OfferRow[]>;

export const seenOf = (row: Pick<OfferRow, 'price' | 'currency' | 'terms' | 'is_gone'>): Seen => ({
  price: BigInt(row.price),
  currency: row.currency,
  terms: row.terms,
  isGone: row.is_gone,
});

/** Undefined before it is mapped. */
export function acceptedOf(row: OfferRow): Accepted | undefined {
  const { agreed_price, accepted_price, accepted_currency, accepted_terms } = row;
  if (agreed_price === null || accepted_price === null || accepted_currency === null || accepted_terms === null)
    return undefined;
  return {
    from: BigInt(agreed_price),
    price: BigInt(accepted_price),
    currency: accepted_currency,
    terms: accepted_terms,
  };
}
