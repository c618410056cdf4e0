import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What a later room knows about the use of an account: its cards, and their open commands. */
export type AccountUse = { readonly cards: number; readonly openCommands: number };
type Counting = (ctx: Ctx, accountIds: readonly string[]) => Promise<ReadonlyMap<string, AccountUse>>;

/** The room that holds the cards counts them. */
export const accountUse = extensionPoint<Counting>('carriers.accountUse');

/** The room that records usage says whether there are counters of an account's cards: their cycles are named by its cycle day and zone. */
export const hasCounters = extensionPoint<(ctx: Ctx, accountId: string) => Promise<boolean>>('carriers.hasCounters');

/** Undefined without a room that holds cards. */
export const useOfAccounts = async (
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountUse> | undefined> =>
  accountIds.length > 0 ? ctx.contributed(accountUse)?.(ctx, accountIds) : undefined;
