import type { signIn } from '@cardinal/contract/api/identity/identity.ts';
import { accountDisabled, signInElsewhere } from '@cardinal/contract/api/identity/identity.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountKey } from '@cardinal/primitives/account.ts';
import type { Ctx } from '../../../framework/context.ts';
import { knownById, openFor, standingOf } from './signIn.ts';
import { issueTicket } from './signInTwoStep.ts';
import { twoStepOf } from './twoStepStore.ts';

/**
 * Signs in an account an identity provider vouched for, inside the caller's transaction. Everything but the password counts as
 * ever: status, allowed addresses, the second step. A provider is no reason to skip the account's own second step.
 */
export async function signInProven(ctx: Ctx, accountId: string, providerId: string): Promise<AnswerOf<typeof signIn>> {
  const open = ctx.beyondScope('nobody has signed in yet');
  const account = await knownById(open, accountId);
  const standing = account ? standingOf(ctx, account) : 'disabled';
  if (!account || standing !== 'success') {
    throw new Refused(standing === 'elsewhere' ? signInElsewhere : accountDisabled);
  }
  if (await twoStepOf(open, account.id)) return issueTicket(ctx, account, false, providerId);
  return openFor(ctx, { accountKey: accountKey(account.account) }, account, { isRemembered: false, providerId });
}
