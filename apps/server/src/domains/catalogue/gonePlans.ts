import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** The plans these carrier accounts no longer have, each as `account:plan`. */
type Finding = (ctx: Ctx, accountIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The room that pulls plans from carriers knows which are gone; the catalogue knows only their names. */
export const withdrawnPlans = extensionPoint<Finding>('catalogue.withdrawnPlans');

export const plansGone = async (ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlySet<string>> =>
  (accountIds.length > 0 && (await ctx.contributed(withdrawnPlans)?.(ctx, [...new Set(accountIds)]))) || new Set();
