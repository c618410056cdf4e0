import { createHash } from 'node:crypto';
import type { Money } from '@cardinal/primitives/money.ts';

/** An open account, as `openAccount` answers it. */
export type LedgerAccount = { readonly id: string; readonly currency: string };

/** One side of a transaction; positive amounts increase the account. */
export type Leg = { readonly account: LedgerAccount; readonly amount: Money };

/** Why these postings are no transaction; undefined if they are one. The database judges the same again. */
export function legFault(legs: readonly Leg[]): string | undefined {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of legs) {
    if (amount.currency !== account.currency)
      return `${amount.currency} is posted to an account in ${account.currency}`;
    if (amount.minor === 0n) return 'An amount is zero';
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  }
  if (new Set(legs.map(({ account }) => account.id)).size < legs.length) return 'An account is named twice';
  if (legs.length < 2) return 'A transaction has at least two postings';
  const open = [...sums].find(([, sum]) => sum !== 0n);
  return open && `The postings in ${open[0]} sum to ${open[1]}`;
}

/** A hash of everything asked for, in any order of the postings: a key used again must ask for the same. */
export function fingerprint(asked: {
  readonly step: string;
  readonly about: Readonly<Record<string, unknown>>;
  readonly of?: string;
  readonly legs?: readonly Leg[];
}): string {
  const legs = asked.legs?.map(({ account, amount }) => `${account.id}:${amount.minor}`).sort() ?? [];
  const about = Object.entries(asked.about)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([asked.step, asked.of ?? null, legs, about]))
    .digest('base64url');
}
