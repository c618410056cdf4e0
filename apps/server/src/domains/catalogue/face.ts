// What other rooms may use of the catalogue.
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import type { ProductTerms } from './products/productRules.ts';
import { heldProducts } from './products/productStore.ts';
import { whyNotSoldEach } from './products/soldProduct.ts';

export { type ChainBreak, isBroken } from './distributing/chainRules.ts';
export { chainsOf, type ShareOut, sharePriceAt } from './distributing/chains.ts';
export { copyGiven } from './distributing/copying.ts';
export { type DistributionWay, distributed } from './distributing/distributed.ts';
export {
  directChildren,
  type Gift,
  give,
  giveEach,
  holdersAmong,
  keepMaker,
  lockGiven,
  reprice,
  takeBack,
} from './distributing/giving.ts';
export { beginningOf, floorFrom, type Price, priceFor, refuseBelow, type SharePrice } from './distributing/prices.ts';
export { withdrawnPlans } from './gonePlans.ts';
export { codesAskingRealName } from './products/askingRealName.ts';
export { codesUpwards, withBases } from './products/productBases.ts';
export { productsOnPlans } from './products/productsOnPlans.ts';
export { productsToBind } from './products/productsToBind.ts';
export { stoppedProducts } from './products/stoppedProducts.ts';
export { type ProductCards, productUse } from './productUse.ts';

/** The part of a product's terms that applies to a card. */
export type CardTerms = Pick<ProductTerms, 'imeiLock' | 'testDays' | 'silentDays'>;

/** The terms of a card's version; undefined if there is no such version. */
export async function termsOfVersion(ctx: Ctx, code: string, version: number): Promise<CardTerms | undefined> {
  const row = await ctx.db
    .selectFrom('catalogue.product_version as v')
    .innerJoin('catalogue.product as p', 'p.id', 'v.product_id')
    .select('v.terms')
    .where('p.code', '=', code)
    .where('v.version', '=', version)
    .executeTakeFirst();
  return row?.terms as CardTerms | undefined;
}

/** The product facts that card rooms need. */
export type ProductFacts = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** New cards go by this version of its terms. */
  readonly version: number;
  readonly platform: Platform;
  readonly kind: CardKind;
  readonly carrierAccountId: string;
  /** Why it takes no new cards at present. */
  readonly notSold: Text | undefined;
  /** The least its holder may charge a child per card, in minor units; null: nobody set one. */
  readonly floor: string | null;
};

/**
 * A product by code as each of these customers has it; customers without it or outside the caller's scope are absent. A product
 * taken back is included, marked as such.
 */
export async function productHeldBy(
  ctx: Ctx,
  code: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, ProductFacts>> {
  if (customerIds.length === 0) return new Map();
  const rows = await heldProducts(ctx)
    .where('p.code', '=', code)
    .where('d.customer_id', 'in', [...customerIds])
    .execute();
  const why = await whyNotSoldEach(ctx, rows);
  return new Map(
    rows.map((row, at) => [
      row.holder_id,
      {
        id: row.id,
        code: row.code,
        name: row.name,
        version: row.version,
        platform: row.platform,
        kind: row.kind,
        carrierAccountId: row.carrier_account_id,
        notSold: why[at],
        floor: row.floor,
      },
    ]),
  );
}
