import type { PassedOver } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { isUsable } from '../accounts/accountRules.ts';
import type { CollectingAccountRow } from '../paymentTables.ts';

/** How many of the latest calls for a payment are looked at, and how many without an answer make a merchant leave its route's lead. */
export const LATEST_CALLS = 20;
export const FAILING_FROM = 5;

/** Whether a merchant fails: too many of its latest calls for a payment had no answer, the newest among them. */
export const isFailing = (answered: readonly boolean[]): boolean =>
  answered[0] === false && answered.filter((each) => !each).length >= FAILING_FROM;

/** What counts against the limits of a day, in the currency of the route: by account, and by merchant over all its routes. */
export type CollectedToday = {
  readonly accounts: ReadonlyMap<string, bigint>;
  readonly merchants: ReadonlyMap<string, bigint>;
};

type Candidate = Pick<CollectingAccountRow, 'id' | 'is_enabled' | 'least' | 'most' | 'day_most'> & {
  readonly merchant_id?: string | null;
  readonly merchant_is_enabled?: boolean | null;
  readonly merchant_day_most?: string | null;
};

/**
 * Why an account does not take an amount now; without an amount only what holds for every amount counts. `collected` and
 * `throughMerchant` are what counts against the limit of the day of the account and of its merchant.
 */
export function objectionTo(
  of: Candidate,
  amount: bigint | undefined,
  collected: bigint,
  throughMerchant = 0n,
): PassedOver | undefined {
  if (!isUsable(of)) return 'disabled';
  if (amount !== undefined && of.least !== null && amount < BigInt(of.least)) return 'belowLeast';
  if (amount !== undefined && of.most !== null && amount > BigInt(of.most)) return 'aboveMost';
  const more = amount ?? BigInt(of.least ?? '1');
  if (of.day_most !== null && collected + more > BigInt(of.day_most)) return 'dayFull';
  const { merchant_day_most: most = null } = of;
  if (most !== null && throughMerchant + more > BigInt(most)) return 'merchantFull';
  return undefined;
}

/** The first account of a route, in its order, that takes an amount, and why those before it do not. */
export function choose<C extends Candidate>(
  accounts: readonly C[],
  amount: bigint | undefined,
  { accounts: collected, merchants }: CollectedToday,
): { readonly chosen: C | undefined; readonly passedOver: readonly { account: C; why: PassedOver }[] } {
  const passedOver: { account: C; why: PassedOver }[] = [];
  for (const account of accounts) {
    const why = objectionTo(
      account,
      amount,
      collected.get(account.id) ?? 0n,
      merchants.get(account.merchant_id ?? '') ?? 0n,
    );
    if (why === undefined) return { chosen: account, passedOver };
    passedOver.push({ account, why });
  }
  return { chosen: undefined, passedOver };
}
