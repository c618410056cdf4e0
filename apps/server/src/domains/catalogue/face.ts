// What other rooms may ask of the catalogue.
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { heldProducts } from './products/productStore.ts';
import { whyNotSoldEach } from './products/soldProduct.ts';

export { registerGonePlans } from './gonePlans.ts';
export { productsOnPlans } from './products/productsOnPlans.ts';
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
      },
    ]),
  );
}
