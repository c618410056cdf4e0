import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

export type OpenUsage = {
  readonly packageId: string;
  readonly versionId: string;
  readonly cards: number;
  readonly running: number;
};
export type PackageUse = {
  /** Packages on cards that run or wait, by version, whoever has the cards; `running` are those in use. */
  readonly open: (ctx: Ctx, packageIds: readonly string[]) => Promise<readonly OpenUsage[]>;
  /** Cards within the caller's scope that have a package running or waiting, by package. */
  readonly cards: (ctx: Ctx, packageIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly wasOrdered: (ctx: Ctx, packageId: string) => Promise<boolean>;
};

/** What is known of packages by the room that keeps them on cards. */
export const packageUse = extensionPoint<PackageUse>('packages.packageUse');

export const openUsage = async (ctx: Ctx, packageIds: readonly string[]): Promise<readonly OpenUsage[]> =>
  (packageIds.length > 0 && (await ctx.contributed(packageUse)?.open(ctx, packageIds))) || [];

export const wasOrdered = async (ctx: Ctx, packageId: string): Promise<boolean> =>
  (await ctx.contributed(packageUse)?.wasOrdered(ctx, packageId)) ?? false;

export const cardsOnPackages = async (ctx: Ctx, packageIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  (packageIds.length > 0 && (await ctx.contributed(packageUse)?.cards(ctx, packageIds))) || new Map();
