// What other rooms may ask of the catalogue.
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { type HeldProduct, heldProducts } from './products/productStore.ts';
import { whyNotSold } from './products/soldProduct.ts';

export { type ProductCards, registerProductUse } from './productUse.ts';

/** A product as the rooms that keep cards need it. */
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
};

async function factsOf(ctx: Ctx, row: HeldProduct): Promise<ProductFacts> {
  const { id, code, name, version, platform, kind } = row;
  return {
    id,
    code,
    name,
    version,
    platform,
    kind,
    carrierAccountId: row.carrier_account_id,
    notSold: await whyNotSold(ctx, row),
  };
}

/**
 * A product by its code as each of these customers has it; who has it not, or is beyond the caller's scope, is absent.
 * A product taken back is still there, and says so.
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
  return new Map(await Promise.all(rows.map(async (row) => [row.holder_id, await factsOf(ctx, row)] as const)));
}
