import type { distributeProducts } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { DEFAULT_ZONE, momentIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { isBelowFloor } from '../products/productRules.ts';
import { nextMonth, priceAt } from '../products/productStore.ts';
import { belowFloorAt } from '../products/writeProduct.ts';

export type CardPrice = { readonly reservePrice: string; readonly minPrice: string };
type Effect = Pick<BodyOf<typeof distributeProducts>, 'effective' | 'effectiveOn'>;

type Given = { reservePrice?: string | undefined; margin?: string | undefined; minPrice?: string | undefined };

/**
 * A card price from a given time on: as stated, or a margin over what the giver itself pays then. A missing floor defaults to
 * the reserve price.
 */
export async function cardPrice(ctx: Ctx, given: Given, pricedBy: string, at: Date): Promise<CardPrice> {
  const reservePrice = given.reservePrice ?? (await withMargin(ctx, given.margin ?? '0', pricedBy, at));
  return { reservePrice, minPrice: given.minPrice ?? reservePrice };
}

async function withMargin(ctx: Ctx, margin: string, pricedBy: string, at: Date): Promise<string> {
  const paid = await ctx.db
    .selectNoFrom([priceAt(sql`${pricedBy}::bigint`, 'reserve_price', at).as('own')])
    .executeTakeFirst();
  return String(BigInt(paid?.own ?? 0) + BigInt(margin));
}

/** When a price starts: now, on the first of next month, or at the beginning of a future day. */
export function beginningOf(now: Date, { effective, effectiveOn }: Effect): Date {
  if (effective === EffectiveType.values.now) return now;
  if (effective === EffectiveType.values.nextMonth) return nextMonth(now);
  const [year = 0, month = 0, day = 0] = (effectiveOn ?? '').split('-').map(Number);
  const at = effectiveOn ? momentIn(DEFAULT_ZONE, { year, month, day }) : now;
  if (at <= now) {
    const found = problem('请选择将来的日期', 'Select a future date');
    throw new Refused(invalid, {}, [{ field: 'effectiveOn', ...found }]);
  }
  return at;
}

/**
 * The minimum the holder of a distribution may charge its children from a given time on: the highest among present and
 * scheduled prices.
 */
export async function floorFrom(ctx: Ctx, distributionId: string, at: Date): Promise<string | null> {
  const row = await ctx.db
    .selectNoFrom([priceAt(sql`${distributionId}::bigint`, 'min_price', at).as('floor')])
    .executeTakeFirst();
  return row?.floor ?? null;
}

/** Refuses prices below the giver's minimum; `at` and `by` are their positions in the form. */
export function refuseBelow(price: CardPrice, floor: string | null, at: string, by: 'reservePrice' | 'margin'): void {
  if (floor !== null && isBelowFloor(price.reservePrice, floor)) throw belowFloorAt(`${at}${by}`, floor);
  if (BigInt(price.minPrice) < BigInt(price.reservePrice)) throw belowFloorAt(`${at}minPrice`, price.reservePrice);
}

/** Writes a price with its start; it replaces another scheduled one. */
export async function setPrice(ctx: Ctx, distributionId: string, price: CardPrice, at: Date): Promise<void> {
  const now = ctx.clock.now();
  const { actor } = ctx;
  await ctx.db
    .deleteFrom('catalogue.card_price')
    .where('distribution_id', '=', distributionId)
    .where('effective_at', '>', now)
    .execute();
  const values = { reserve_price: price.reservePrice, min_price: price.minPrice };
  await ctx.db
    .insertInto('catalogue.card_price')
    .values({
      distribution_id: distributionId,
      effective_at: at,
      ...values,
      set_by: actor.kind === 'account' ? actor.account : null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['distribution_id', 'effective_at']).doUpdateSet(values))
    .execute();
}
