import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { heldProducts } from './productStore.ts';

/** The products a customer has, the caller's own by default, for what is sold with them. */
export async function productsToBind(
  ctx: Ctx,
  customerId: string = accountOf(ctx).customerId,
): Promise<{ readonly code: string; readonly name: string; readonly platform: Platform }[]> {
  const rows = await heldProducts(ctx)
    .where('d.customer_id', '=', customerId)
    .where('d.state', '=', 'on')
    .orderBy('p.code')
    .execute();
  return rows.map(({ code, name, platform }) => ({ code, name, platform }));
}
