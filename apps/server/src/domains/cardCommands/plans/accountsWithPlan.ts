import type { Ctx } from '../../../framework/context.ts';

/** All accounts in which a plan of this name is in use. */
export async function accountsWithPlan(ctx: Ctx, plan: string): Promise<ReadonlySet<string>> {
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts and their plans')
    .selectFrom('card_commands.plan')
    .select('carrier_account_id')
    .where('carrier_name', '=', plan)
    .where('state', '=', 'on')
    .where('gone_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.carrier_account_id));
}
