import { ProductGap } from '@cardinal/contract/enumerations/product.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { isBroken } from '../distributing/chainRules.ts';
import { chainsOf } from '../distributing/chains.ts';
import type { ProductLine } from './productBases.ts';
import { PRODUCTS } from './productStore.ts';
import { RECALLED } from './soldProduct.ts';

/**
 * Why nothing may be ordered for cards of a product: it was taken back at some step down to their customer, or its carrier account
 * is off. `found` are the products with their bases. Prices of cards do not matter, nor whether new cards get it.
 */
export async function stoppedProducts(
  ctx: Ctx,
  found: readonly ProductLine[],
  customerIds: readonly string[],
): Promise<(code: string, customerId: string) => Text | undefined> {
  const byId = new Map(found.map((product) => [product.id, product]));
  const byCode = new Map(found.map((product) => [product.code, product]));
  const makers = found.map((product) => product.customer_id);
  const [chainTo, accounts] = await Promise.all([
    // The base of a variant is held by its maker, who may be above whoever asks.
    chainsOf(
      { ...ctx, db: ctx.beyondScope('a variant depends on what its maker above was given') },
      PRODUCTS,
      found.map((product) => product.id),
      [...customerIds, ...makers],
      ctx.clock.now(),
    ),
    carrierAccounts(
      ctx,
      found.map((product) => product.carrier_account_id),
    ),
  ]);
  const whyNot = (code: string | undefined, customerId: string): Text | undefined => {
    const product = code === undefined ? undefined : byCode.get(code);
    if (!product) return RECALLED;
    const chain = chainTo(product.id, customerId);
    if (isBroken(chain) && chain.why === 'recalled') return RECALLED;
    if (accounts.get(product.carrier_account_id)?.state === 'off') return ProductGap.labelOf('account');
    return product.base_id === null ? undefined : whyNot(byId.get(product.base_id)?.code, product.customer_id);
  };
  return whyNot;
}
