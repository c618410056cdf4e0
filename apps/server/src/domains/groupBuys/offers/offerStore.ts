import { groupBuyOfferNotFound, stepBelowReserve } from '@cardinal/contract/api/groupBuys/refusals.ts';
import type { PriceStep } from '@cardinal/contract/api/groupBuys/stepRules.ts';
import { packageNotOrderable } from '@cardinal/contract/api/orders/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { judgePackages } from '../../orders/face.ts';
import { priceChain } from '../../packages/face.ts';
import { floorOf } from '../groupBuyRules.ts';
import type { OfferRow } from '../groupBuyTables.ts';

const NOT_HELD = text('未分配该套餐', 'You do not have the package');

/** An offer of the caller's own customer, locked. */
export async function lockOffer(ctx: Ctx, id: string): Promise<OfferRow> {
  const row = await ctx.db
    .selectFrom('group_buys.offer')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(groupBuyOfferNotFound);
  return row;
}

/**
 * A package as a customer can sell it in bulk now; refused with what keeps it from being ordered. What it was never given reads
 * like what does not exist.
 */
export async function sellable(ctx: Ctx, packageId: string, sellerId: string) {
  const wanted = { sellerId, card: undefined, packageIds: [packageId], channel: 'api' as const };
  const own = (await priceChain(ctx, packageId, sellerId, ctx.clock.now()))?.at(-1);
  if (!own) throw refusedAt('packageId', packageNotOrderable, { reason: NOT_HELD });
  const judged = (await judgePackages(ctx, wanted)).get(packageId);
  if (!judged?.chain || judged.whyNot)
    throw refusedAt('packageId', packageNotOrderable, { reason: judged?.whyNot ?? NOT_HELD });
  return { found: judged.found, chain: judged.chain, floor: floorOf(own), currency: own.currency };
}

/** Refuses the first step whose price is below the floor. */
export function refuseBelow(steps: readonly PriceStep[], floor: bigint, currency: string): void {
  const at = steps.findIndex(({ price }) => BigInt(price) < floor);
  if (at >= 0) throw refusedAt(`steps.${at}.price`, stepBelowReserve, { x: moneyText(money(floor, currency)) });
}
