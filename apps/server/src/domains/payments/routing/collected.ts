import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { AccountOfRoute } from '../accounts/accountStore.ts';
import { dayBegan, takenIn, takenToday } from '../accounts/taken.ts';
import type { CollectedToday } from './routeRules.ts';

/** What was transferred into these bank accounts since a moment, by account; the later room that enters transfers knows. */
export type Collected = (ctx: Ctx, accountIds: readonly string[], since: Date) => Promise<ReadonlyMap<string, bigint>>;

export const collectedPoint = extensionPoint<Collected>('payments.collected');

/**
 * What came into the accounts of a route since midnight in China and what is begun and not yet paid. Nothing is held: payments
 * that begin at the same instant do not see each other.
 */
export async function collectedToday(ctx: Ctx, accounts: readonly AccountOfRoute[]): Promise<CollectedToday> {
  const [currency = ''] = accounts.map((each) => each.currency);
  const banks = accounts.filter((each) => each.merchant_id === null).map(({ id }) => id);
  const merchants = [...new Set(accounts.flatMap((each) => each.merchant_id ?? []))];
  const transferred = banks.length > 0 && ctx.contributed(collectedPoint);
  const sums = (taken: Awaited<ReturnType<typeof takenToday>>) =>
    [...taken].map(([id, each]) => [id, takenIn(each, currency)] as const);
  const throughMerchants = await takenToday(
    ctx,
    'account',
    accounts.filter((each) => each.merchant_id !== null).map(({ id }) => id),
  );
  return {
    accounts: new Map([
      ...(transferred ? await transferred(ctx, banks, dayBegan(ctx)) : []),
      ...sums(throughMerchants),
    ]),
    merchants: new Map(sums(await takenToday(ctx, 'merchant', merchants))),
  };
}
