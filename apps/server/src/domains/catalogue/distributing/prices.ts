import type { editDistributionPrice } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { priceBelowFloor } from '@cardinal/contract/api/catalogue/products.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { DEFAULT_ZONE, momentIn, nextMonth } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { Distributed } from './distributed.ts';
import { isBelowFloor } from './priceRules.ts';

export type Price = { readonly reservePrice: string; readonly minPrice: string; readonly suggestPrice?: string };

/** What end users pay, null where the giver's own price holds, and what of it the child earns. */
export type SharePrice = {
  readonly retailPrice: string | null;
  readonly shareKind: 'fixed' | 'margin' | 'price';
  /** Minor units, or hundredths of a percent. */
  readonly shareValue: string;
};

type Effect = Pick<BodyOf<typeof editDistributionPrice>, 'effective' | 'effectiveOn'>;

/** The distribution whose prices the giver pays, and how many times. */
type Own = { readonly pricedBy: string; readonly times?: number };

type Given = {
  reservePrice?: string | undefined;
  margin?: string | undefined;
  minPrice?: string | undefined;
  suggestPrice?: string | undefined;
};

/**
 * A price from a given time on: as stated, or a margin over what the giver itself pays then. A missing floor defaults to the
 * reserve price, a missing suggestion to the floor.
 */
export async function priceFor(
  ctx: Ctx,
  thing: Distributed,
  given: Given,
  own: Own,
  at: Date,
): Promise<Required<Price>> {
  const reservePrice =
    given.reservePrice ??
    String(BigInt((await ownPrice(ctx, thing, own, 'reserve_price', at)) ?? 0) + BigInt(given.margin ?? 0));
  const minPrice = given.minPrice ?? reservePrice;
  return { reservePrice, minPrice, suggestPrice: given.suggestPrice ?? minPrice };
}

async function ownPrice(
  ctx: Ctx,
  thing: Distributed,
  { pricedBy, times = 1 }: Own,
  column: 'reserve_price' | 'min_price',
  at: Date,
): Promise<string | null> {
  const row = await ctx.db
    .selectNoFrom([thing.priceAt(sql`${pricedBy}::bigint`, column, at).as('price')])
    .executeTakeFirst();
  return row?.price == null ? null : String(BigInt(row.price) * BigInt(times));
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

/** The minimum the holder of a thing may charge its children from a given time on. */
export const floorFrom = (ctx: Ctx, thing: Distributed, own: Own, at: Date): Promise<string | null> =>
  ownPrice(ctx, thing, own, 'min_price', at);

export const belowFloorAt = (field: string, floor: string) =>
  refusedAt(field, priceBelowFloor, { x: moneyText(money(BigInt(floor))) });

/** Refuses prices below the giver's minimum; `at` and `by` are their positions in the form. */
export function refuseBelow(price: Price, floor: string | null, at: string, by: 'reservePrice' | 'margin'): void {
  if (floor !== null && isBelowFloor(price.reservePrice, floor)) throw belowFloorAt(`${at}${by}`, floor);
  if (BigInt(price.minPrice) < BigInt(price.reservePrice)) throw belowFloorAt(`${at}minPrice`, price.reservePrice);
  if (price.suggestPrice !== undefined && BigInt(price.suggestPrice) < BigInt(price.minPrice))
    throw belowFloorAt(`${at}suggestPrice`, price.minPrice);
}

type Starting = { readonly distributionId: string; readonly price: Price | SharePrice; readonly at: Date };

const NO_SHARE = { retail_price: null, share_kind: null, share_value: null };

/** The columns of a price in its way; those of the other are empty. */
const columnsOf = (thing: Distributed, price: Price | SharePrice) =>
  'shareKind' in price
    ? {
        ...{ reserve_price: null, min_price: null, suggest_price: null },
        ...{ retail_price: price.retailPrice, share_kind: price.shareKind, share_value: price.shareValue },
      }
    : {
        ...{ reserve_price: price.reservePrice, min_price: price.minPrice },
        ...(thing.suggests ? { suggest_price: price.suggestPrice ?? price.minPrice } : {}),
        ...(thing.way ? NO_SHARE : {}),
      };

/** Writes prices in the currencies of the children with their starts; each replaces another scheduled one. */
export async function setPrices(ctx: Ctx, thing: Distributed, starting: readonly Starting[]): Promise<void> {
  const now = ctx.clock.now();
  const { actor } = ctx;
  const prices = thing.prices as 'catalogue.card_price';
  const setBy = actor.kind === 'account' ? actor.account : null;
  await ctx.db
    .deleteFrom(prices)
    .where(sql<boolean>`distribution_id = any(${starting.map((each) => each.distributionId)}::bigint[])`)
    .where('effective_at', '>', now)
    .execute();
  const values = starting.map(({ distributionId, price, at }) => ({
    distribution_id: distributionId,
    effective_at: at,
    ...columnsOf(thing, price),
    currency: sql<string>`(select child.currency from ${sql.table(thing.distributions)} given
      join customers.v_customer child on child.id = given.customer_id where given.id = ${distributionId})`,
    set_by: setBy,
    created_at: now,
  }));
  const [first] = starting;
  if (!first) return;
  const replaced = Object.keys(columnsOf(thing, first.price)).map((name) => [name, sql.ref(`excluded.${name}`)]);
  await ctx.db
    .insertInto(prices)
    .values(values as never)
    .onConflict((conflict) =>
      conflict.columns(['distribution_id', 'effective_at']).doUpdateSet(Object.fromEntries(replaced) as never),
    )
    .execute();
}

/** The same of one. */
export const setPrice = (ctx: Ctx, thing: Distributed, distributionId: string, price: Price | SharePrice, at: Date) =>
  setPrices(ctx, thing, [{ distributionId, price, at }]);
