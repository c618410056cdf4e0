import { splitMoney } from '@cardinal/primitives/money.ts';

/** What a provider takes beside the merchant itself. */
export const MOST_USERS = 9;

export type Part = { readonly customerId: string; readonly amount: bigint };

/**
 * Who is paid at the source of a payment: those of the levels that earn something and have an account to be split for. Of more than
 * the provider takes, those who earn most; the others are paid as ever. The rest of the payment is the platform's.
 */
export function partsAtSource(
  price: bigint,
  margins: readonly Part[],
  hasAccount: (customerId: string) => boolean,
): readonly Part[] {
  const earning = margins.filter(({ customerId, amount }) => amount > 0n && hasAccount(customerId));
  const largest = [...earning]
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))
    .slice(0, MOST_USERS);
  const parts = earning.filter((part) => largest.includes(part));
  const sum = parts.reduce((all, { amount }) => all + amount, 0n);
  // Margins of one chain never exceed its price; of any other nothing is split.
  return sum <= price ? parts : [];
}

/**
 * What each gives back of an amount that is returned before anything was earned with it: in proportion to what it still has, the
 * platform among them. Nobody gives back more than it has, and of all that is left everybody gives all.
 */
export function partsOfReturn(amount: bigint, whole: bigint, left: readonly bigint[]): readonly bigint[] {
  const sum = left.reduce((all, each) => all + each, 0n);
  const platform = whole > sum ? whole - sum : 0n;
  if (sum === 0n || amount <= 0n) return left.map(() => 0n);
  const returned = amount > sum + platform ? sum + platform : amount;
  return splitMoney({ minor: returned, currency: 'CNY' }, [...left, platform])
    .slice(0, left.length)
    .map(({ minor }) => minor);
}

/** What was given back at once by several levels, and how much in all, the platform and the payer included. */
export type Batch = { readonly key: string; readonly total: bigint };

/** Which of the reversals that wait a refund of an amount is for: the one of just this amount, else those that fit in, in their order. */
export function batchesOf(amount: bigint, waiting: readonly Batch[]): ReadonlySet<string> {
  const exact = waiting.find(({ total }) => total === amount);
  if (exact) return new Set([exact.key]);
  const chosen = new Set<string>();
  let left = amount;
  for (const { key, total } of waiting) {
    if (total > left) continue;
    chosen.add(key);
    left -= total;
  }
  return chosen;
}
