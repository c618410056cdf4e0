import type { Ctx } from '../../../framework/context.ts';

/** Whether a second sign-in of an account ends the first, for the accounts of one customer. */
export async function setSingleSession(ctx: Ctx, customerId: string, isSingleSession: boolean): Promise<void> {
  const kept = { is_single_session: isSingleSession, updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto('identity.sign_in_rule')
    .values({ customer_id: customerId, ...kept })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(kept))
    .execute();
}
