import type { CustomerSettings } from '@cardinal/contract/customerSettings.ts';
import type { Ctx } from '../../../framework/context.ts';

/** How the accounts of one customer sign in: one place at a time or several, from where, and for how long. */
export async function setSignInRule(
  ctx: Ctx,
  customerId: string,
  rule: Pick<CustomerSettings, 'isSingleSession' | 'sessionIdleMinutes' | 'passwordDays' | 'allowedAddresses'>,
): Promise<void> {
  const kept = {
    is_single_session: rule.isSingleSession,
    idle_minutes: rule.sessionIdleMinutes,
    password_days: rule.passwordDays,
    addresses: [...rule.allowedAddresses],
    updated_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('identity.sign_in_rule')
    .values({ customer_id: customerId, ...kept })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(kept))
    .execute();
}
