import {
  type distributePackageShares,
  retailPriceAbove,
  retailPriceMissing,
  sharesExceed,
} from '@cardinal/contract/api/packageShares/packageShares.ts';
import { packageNotGivable } from '@cardinal/contract/api/packages/packageDistributions.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import type { SharePrice } from '../catalogue/face.ts';
import { type Giver, heldPackages, type PriceStep, priceChain, type Share, sharesOver } from '../packages/face.ts';
import { sharesBelow } from './sharesBelow.ts';

export type Asked = Pick<BodyOf<typeof distributePackageShares>, 'retailPrice' | 'shareKind' | 'shareValue'>;

/** What the caller gives a share of: the price, what it owes of that itself, and the share as it is kept. */
export type Terms = {
  readonly code: string;
  readonly price: SharePrice;
  readonly paid: bigint;
  readonly giver: Giver;
  readonly share: Share;
  readonly currency: string;
};

/** What a customer owes for a package, and the least it may ask: of its own what that costs. */
export function giverOf(own: PriceStep): Giver {
  const owes = BigInt((own.parentId === null ? own.cost : own.reservePrice) ?? 0);
  // Had for a share, it asks for nothing but what it owes; the retail price is that of the one who set it.
  return { owes, least: own.parentId === null || own.retailPrice !== null ? owes : BigInt(own.minPrice) };
}

/** A share of a package the caller has and may give so, at a moment; refused at the field that is wrong. */
export async function termsOf(ctx: Ctx, packageId: string, asked: Asked, at: Date): Promise<Terms> {
  const mine = (await heldPackages(ctx, [packageId], 'share')).get(packageId);
  const own = mine && (await priceChain(ctx, packageId, accountOf(ctx).customerId, at))?.at(-1);
  if (!mine) throw new Refused(notFound);
  if (mine.whyNot || !own) throw refusedAt('packageId', packageNotGivable, { reason: mine.whyNot ?? '' });
  const { currency, retailPrice: above } = own;
  if (above !== null && asked.retailPrice !== undefined && asked.retailPrice !== above)
    throw refusedAt('retailPrice', retailPriceAbove, { x: moneyText(money(BigInt(above), currency)) });
  const retailPrice = above ?? asked.retailPrice;
  if (retailPrice === undefined || BigInt(retailPrice) === 0n) throw refusedAt('retailPrice', retailPriceMissing);
  const { shareKind, shareValue } = asked;
  return {
    code: mine.code,
    price: { retailPrice: above === null ? retailPrice : null, shareKind, shareValue },
    paid: BigInt(retailPrice),
    giver: giverOf(own),
    share: { kind: shareKind, value: BigInt(shareValue) },
    currency,
  };
}

/** Refuses a share that is more than the caller's margin, or leaves a child less than it gives on itself. */
export async function refuseExcess(
  ctx: Ctx,
  packageId: string,
  childIds: readonly string[],
  { paid, giver, share, currency }: Terms,
  at: Date,
): Promise<void> {
  let over = sharesOver(paid, giver, [share]);
  for (const childId of childIds) {
    for (const line of await sharesBelow(ctx, packageId, childId, at)) {
      const excess = sharesOver(paid, giver, [share, ...line]);
      if (excess > over) over = excess;
    }
  }
  if (over > 0n) throw refusedAt('shareValue', sharesExceed, { x: moneyText(money(over, currency)) });
}
