import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What a later room knows of an account: how many cards depend on it, how many commands are open on them. */
export type AccountUse = { readonly cards: number; readonly openCommands: number };
type Counting = (ctx: Ctx, accountIds: readonly string[]) => Promise<ReadonlyMap<string, AccountUse>>;

/** The room that keeps the cards counts them. */
export const accountUse = extensionPoint<Counting>('carriers.accountUse');

/** Undefined while no room keeps cards. */
export const useOfAccounts = async (
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountUse> | undefined> =>
  accountIds.length > 0 ? ctx.contributed(accountUse)?.(ctx, accountIds) : undefined;
