import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { heldProducts } from './productStore.ts';

/** The products the caller's customer has, for what is sold with them. */
export async function productsToBind(
  ctx: Ctx,
): Promise<{ readonly code: string; readonly name: string; readonly platform: Platform }[]> {
  const rows = await heldProducts(ctx)
    .where('d.customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .orderBy('p.code')
    .execute();
  return rows.map(({ code, name, platform }) => ({ code, name, platform }));
}
