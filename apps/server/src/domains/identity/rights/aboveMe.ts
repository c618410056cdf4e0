import { aboveYou } from '@cardinal/contract/api/identity/accounts.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { reachOfAccount } from './reach.ts';
import { isWithin } from './rightsRules.ts';
import { rightsOfAccount } from './rightsStore.ts';

/**
 * Resetting the password of a more privileged account, or the secret of its key, would gain what it may do. Nobody may therefore
 * change an account that has a permission or a customer the actor lacks.
 */
export async function refuseAboveMe(ctx: Ctx, accountId: string, refusal: Refusal = aboveYou): Promise<void> {
  const me = accountOf(ctx);
  if (me.accountId === accountId) return;
  const { permissions } = await rightsOfAccount(ctx, accountId);
  if (!isWithin(permissions, me.permissions)) throw new Refused(refusal);
  if (ctx.scope.everything) return;
  const db = ctx.beyondScope('the data scope of another account is compared with the own one; nothing of it comes out');
  if (!isWithin(new Set(await reachOfAccount(db, accountId)), new Set(ctx.scope.customerIds)))
    throw new Refused(refusal);
}
