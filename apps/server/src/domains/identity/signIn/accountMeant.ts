import { accountKey } from '@cardinal/primitives/account.ts';

type Spelled = { readonly account: string };

/**
 * The account a typed name stands for, out of all that bear it as login name, phone or e-mail. A login name comes
 * first, so that nobody takes another's way in by giving out his name as a phone; what several accounts share stands for none.
 */
export function accountMeant<A extends Spelled>(typed: string, bearers: readonly A[]): A | undefined {
  const named = bearers.find(({ account }) => accountKey(account) === typed);
  return named ?? (bearers.length === 1 ? bearers[0] : undefined);
}
