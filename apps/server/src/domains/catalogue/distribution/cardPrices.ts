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
 * What is asked for a card from a moment on: as it is said, or so much over what the giver itself pays by then. A floor that
 * is left out is the reserve price.
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

/** When a price begins: now, on the first of next month, or at the beginning of a day to come. */
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

/** What a distribution's holder may ask its children at least from a moment on: the highest of what is in force or waits. */
export async function floorFrom(ctx: Ctx, distributionId: string, at: Date): Promise<string | null> {
  const row = await ctx.db
    .selectNoFrom([priceAt(sql`${distributionId}::bigint`, 'min_price', at).as('floor')])
    .executeTakeFirst();
  return row?.floor ?? null;
}

/** Refuses prices below what their giver has to ask; `at` and `by` are where they stand in the form. */
export function refuseBelow(price: CardPrice, floor: string | null, at: string, by: 'reservePrice' | 'margin'): void {
  if (floor !== null && isBelowFloor(price.reservePrice, floor)) throw belowFloorAt(`${at}${by}`, floor);
  if (BigInt(price.minPrice) < BigInt(price.reservePrice)) throw belowFloorAt(`${at}minPrice`, price.reservePrice);
}

/** Writes a price that begins at a moment; another that waits is forgotten. */
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
