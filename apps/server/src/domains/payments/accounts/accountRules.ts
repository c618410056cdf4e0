import type { CollectingAccountRow } from '../paymentTables.ts';

export const MOST_ACCOUNTS = 20;

/** How an account is named wherever its number is not shown whole. */
export const accountLabel = ({ bank, number_tail }: Pick<CollectingAccountRow, 'bank' | 'number_tail'>): string =>
  `${bank} ${maskedNumber(number_tail)}`;

export const maskedNumber = (tail: string): string => `**** ${tail}`;

/** The account in use of a route: the first that is enabled. */
export const inUse = <R extends Pick<CollectingAccountRow, 'is_enabled' | 'position'>>(
  accounts: readonly R[],
): R | undefined =>
  accounts
    .filter((each) => each.is_enabled)
    .reduce<R | undefined>((first, each) => (first && first.position < each.position ? first : each), undefined);

/** What a payer writes into the remark, so that its transfer is recognised. */
export const remarkCode = (prefix: string | null, customerCode: string): string => `${prefix ?? ''}${customerCode}`;

/** The ids of a route with one of them at a place. */
export function placed(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, at), id, ...others.slice(at)];
}
