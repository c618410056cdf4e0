import type { CollectingAccountRow } from '../paymentTables.ts';

export const MOST_ACCOUNTS = 20;

type Named = Pick<CollectingAccountRow, 'bank' | 'number_tail'> & { readonly merchant_name: string | null };

/** How an account is named wherever its number is not shown whole: by its bank, or as its owner named the merchant. */
export const accountLabel = ({ bank, merchant_name, number_tail }: Named): string =>
  `${bank ?? merchant_name ?? ''} ${maskedNumber(number_tail)}`;

export const maskedNumber = (tail: string): string => `**** ${tail}`;

/** An account that may be paid into: enabled in its route, and its merchant, if it is one, takes new payments. */
export const isUsable = (of: {
  readonly is_enabled: boolean;
  readonly merchant_is_enabled?: boolean | null | undefined;
}): boolean => of.is_enabled && of.merchant_is_enabled !== false;

/** The account in use of a route: the first that may be paid into. */
export const inUse = <R extends Parameters<typeof isUsable>[0] & { readonly position: number }>(
  accounts: readonly R[],
): R | undefined =>
  accounts
    .filter(isUsable)
    .reduce<R | undefined>((first, each) => (first && first.position < each.position ? first : each), undefined);

/** What a payer writes into the remark, so that its transfer is recognised. */
export const remarkCode = (prefix: string | null, customerCode: string): string => `${prefix ?? ''}${customerCode}`;

/** The ids of a route with one of them at a place. */
export function placed(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, at), id, ...others.slice(at)];
}
