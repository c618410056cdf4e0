import { accountKey } from '@cardinal/primitives/account.ts';

type Spelled = { readonly account: string };

/**
 * The account a typed name means, among all with it as login name, phone or e-mail. A login name has priority, so that nobody
 * can block another's sign-in by registering that name as a phone. A phone or e-mail shared by several accounts matches none.
 */
export function accountMeant<A extends Spelled>(typed: string, bearers: readonly A[]): A | undefined {
  const named = bearers.find(({ account }) => accountKey(account) === typed);
  return named ?? (bearers.length === 1 ? bearers[0] : undefined);
}
