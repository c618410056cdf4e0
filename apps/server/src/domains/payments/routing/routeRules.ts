import type { PassedOver } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { isUsable } from '../accounts/accountRules.ts';
import type { CollectingAccountRow } from '../paymentTables.ts';

/** How many of the latest calls for a payment are looked at, and how many without an answer make a merchant leave its route's lead. */
export const LATEST_CALLS = 20;
export const FAILING_FROM = 5;

/** Whether a merchant fails: too many of its latest calls for a payment had no answer, the newest among them. */
export const isFailing = (answered: readonly boolean[]): boolean =>
  answered[0] === false && answered.filter((each) => !each).length >= FAILING_FROM;

type Candidate = Pick<CollectingAccountRow, 'id' | 'is_enabled' | 'least' | 'most' | 'day_most'> & {
  readonly merchant_is_enabled?: boolean | null;
};

/** Why an account does not take an amount now; without an amount only what holds for every amount counts. */
export function objectionTo(of: Candidate, amount: bigint | undefined, collected: bigint): PassedOver | undefined {
  if (!isUsable(of)) return 'disabled';
  if (amount !== undefined && of.least !== null && amount < BigInt(of.least)) return 'belowLeast';
  if (amount !== undefined && of.most !== null && amount > BigInt(of.most)) return 'aboveMost';
  if (of.day_most !== null && collected + (amount ?? BigInt(of.least ?? '1')) > BigInt(of.day_most)) return 'dayFull';
  return undefined;
}

/** The first account of a route, in its order, that takes an amount, and why those before it do not. */
export function choose<C extends Candidate>(
  accounts: readonly C[],
  amount: bigint | undefined,
  collected: ReadonlyMap<string, bigint>,
): { readonly chosen: C | undefined; readonly passedOver: readonly { account: C; why: PassedOver }[] } {
  const passedOver: { account: C; why: PassedOver }[] = [];
  for (const account of accounts) {
    const why = objectionTo(account, amount, collected.get(account.id) ?? 0n);
    if (why === undefined) return { chosen: account, passedOver };
    passedOver.push({ account, why });
  }
  return { chosen: undefined, passedOver };
}
