import type { Ctx } from '../../framework/context.ts';

/** What a later room knows of an account: how many cards hang on it, how many commands are open on them. */
export type AccountUse = { readonly cards: number; readonly openCommands: number };
type Counting = (ctx: Ctx, accountIds: readonly string[]) => Promise<ReadonlyMap<string, AccountUse>>;

let counting: Counting | undefined;

/** The room that keeps the cards says here how it counts them; carriers themselves know none. */
export function registerAccountUse(count: Counting): void {
  if (counting && counting !== count) throw new Error('The use of carrier accounts is counted by another room already');
  counting = count;
}

/** Undefined while no room keeps cards. */
export const accountUse = async (
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountUse> | undefined> =>
  counting && accountIds.length > 0 ? counting(ctx, accountIds) : undefined;
