import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';

type Giver = { readonly customerId: string; readonly accountId: string | null; readonly accountName: string };

/** Jobs and tasks act for whoever gives: the rules ask for its customer, and its name stands with the prices. */
export const asGiver = (ctx: Ctx, { customerId, accountId, accountName }: Giver, scope: Ctx['scope']): Ctx =>
  ctx.actAs({
    actor: {
      kind: 'account',
      accountId: accountId ?? '0',
      account: accountName,
      customerId,
      sessionId: '0',
      roles: [],
      isAdmin: false,
      permissions: new Set(),
      mustChangePassword: false,
    },
    scope,
    language: ctx.language,
  });

/** What the giver of a sheet may reach now. */
export const scopeOf = async (ctx: Ctx, { customerId, accountId }: Giver): Promise<Ctx['scope']> => ({
  everything: false,
  customerIds: await subtreeIds(ctx.db, customerId),
  ownCustomerId: customerId,
  accountId: accountId ?? '0',
});
