import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../framework/context.ts';
import { type CarrierAccountFacts, carrierAccount } from '../carriers/face.ts';

/** An enabled account of the caller's own platform. */
export async function ownAccount(ctx: Ctx, accountId: string): Promise<CarrierAccountFacts> {
  const seen = await ctx.db
    .selectFrom('carriers.v_account')
    .select('id')
    .where('id', '=', accountId)
    .where('state', '!=', 'off')
    .executeTakeFirst();
  const facts = seen && (await carrierAccount(ctx, accountId));
  if (!facts) throw new Refused(notFound);
  return facts;
}
