import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

export type OpenUsage = {
  readonly packageId: string;
  readonly versionId: string;
  readonly records: number;
  readonly running: number;
};
/** What was delivered of a package on a day in China: cards, and what their orders pay at one level. */
export type DaySales = {
  readonly packageId: string;
  readonly day: string;
  readonly currency: string;
  readonly cards: number;
  readonly amount: string;
};
export type PackageUse = {
  /** Packages on cards that run or wait, by version, whoever has the cards; `running` are those in use. */
  readonly open: (ctx: Ctx, packageIds: readonly string[]) => Promise<readonly OpenUsage[]>;
  /** Cards within the caller's scope that have a package running or waiting, by package. */
  readonly cards: (ctx: Ctx, packageIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Of orders since a moment; `sellerId` is whose level is asked for. */
  readonly sales: (
    ctx: Ctx,
    asked: { readonly packageIds: readonly string[]; readonly sellerId: string; readonly since: Date },
  ) => Promise<readonly DaySales[]>;
  readonly wasOrdered: (ctx: Ctx, packageId: string) => Promise<boolean>;
  /** The main package in use on each of these cards, whoever has them; a card without one is absent. */
  readonly mainOf: (ctx: Ctx, cardIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/** What is known of packages by the room that keeps them on cards. */
export const packageUse = extensionPoint<PackageUse>('packages.packageUse');

export const openUsage = async (ctx: Ctx, packageIds: readonly string[]): Promise<readonly OpenUsage[]> =>
  (packageIds.length > 0 && (await ctx.contributed(packageUse)?.open(ctx, packageIds))) || [];

const SALES_DAYS = 30;

type Sold = { readonly id: string; readonly currency: string };

/**
 * Of the last thirty days, today included, and of orders paid in the currency of the package: cards that were delivered,
 * altogether and by day, and what they pay the seller, before anything is given back.
 */
export async function recentSales(ctx: Ctx, packages: readonly Sold[], sellerId: string) {
  const today = wallTimeIn(DEFAULT_ZONE, ctx.clock.now());
  const since = startOfDay(DEFAULT_ZONE, { ...today, day: today.day + 1 - SALES_DAYS });
  const days = Array.from({ length: SALES_DAYS }, (_, at) => dayText(new Date(since.getTime() + at * DAY_MS)));
  const packageIds = packages.map(({ id }) => id);
  const sold =
    (packageIds.length > 0 && (await ctx.contributed(packageUse)?.sales(ctx, { packageIds, sellerId, since }))) || [];
  const byPackage = Map.groupBy(sold, ({ packageId }) => packageId);
  return ({ id, currency }: Sold) => {
    const own = (byPackage.get(id) ?? []).filter((each) => each.currency === currency);
    const cardsOn = (day: string) => own.reduce((sum, each) => (each.day === day ? sum + each.cards : sum), 0);
    return {
      soldCards: own.reduce((sum, { cards }) => sum + cards, 0),
      soldAmount: String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
      soldByDay: days.map(cardsOn),
    };
  };
}

export const wasOrdered = async (ctx: Ctx, packageId: string): Promise<boolean> =>
  (await ctx.contributed(packageUse)?.wasOrdered(ctx, packageId)) ?? false;

export const cardsOnPackages = async (ctx: Ctx, packageIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  (packageIds.length > 0 && (await ctx.contributed(packageUse)?.cards(ctx, packageIds))) || new Map();

export const mainPackagesOf = async (ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  (cardIds.length > 0 && (await ctx.contributed(packageUse)?.mainOf(ctx, cardIds))) || new Map();
