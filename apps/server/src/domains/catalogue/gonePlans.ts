import type { Ctx } from '../../framework/context.ts';

/** Of these carrier accounts the plans they no longer have, each as `account:plan`. */
type Finding = (ctx: Ctx, accountIds: readonly string[]) => Promise<ReadonlySet<string>>;

let finding: Finding | undefined;

/** The room that pulls plans from carriers says here which are gone; the catalogue only knows their names. */
export function registerGonePlans(find: Finding): void {
  if (finding && finding !== find) throw new Error('Another room tells of plans that are gone already');
  finding = find;
}

export const plansGone = async (ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlySet<string>> =>
  finding && accountIds.length > 0 ? finding(ctx, [...new Set(accountIds)]) : new Set();
